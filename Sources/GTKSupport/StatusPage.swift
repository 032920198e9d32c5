internal import CGTK

/// A page that says why there is nothing else, with a picture, words and buttons (`AdwStatusPage`).
@MainActor
public final class StatusPage: Widget {
  /// Makes an empty page.
  public init() { unsafe super.init(sinking: adw_status_page_new()) }

  /// The name of its symbolic icon; nil for none.
  public func setIcon(_ name: String?) {
    unsafe adw_status_page_set_icon_name(opaque, name)
  }

  /// The headline and the words below, both plain text.
  public func setText(title: String, description: String) {
    unsafe adw_status_page_set_title(opaque, Markup.escaped(title))
    unsafe adw_status_page_set_description(opaque, Markup.escaped(description))
  }

  /// What stands below the words.
  public func setChild(_ child: Widget) {
    unsafe adw_status_page_set_child(opaque, child.widget)
    keep(child)
  }
}

/// Plain text for places that read markup.
enum Markup {
  /// The text with `<`, `>`, `&` and quotes as entities (`g_markup_escape_text`).
  static func escaped(_ text: String) -> String {
    guard let escaped = unsafe g_markup_escape_text(text, -1) else { return "" }
    defer { unsafe g_free(escaped) }
    return unsafe String(cString: escaped)
  }
}
