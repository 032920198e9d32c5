internal import CGTK

/// The bar at a window's top, with its title and close button; drags the window (`AdwHeaderBar`).
@MainActor
public final class HeaderBar: Widget {
  /// Makes a bar with widgets at its ends; the first is the outermost.
  public init(start: [Widget] = [], end: [Widget] = []) {
    unsafe super.init(sinking: adw_header_bar_new())
    for widget in start {
      unsafe adw_header_bar_pack_start(opaque, widget.widget)
      keep(widget)
    }
    for widget in end {
      unsafe adw_header_bar_pack_end(opaque, widget.widget)
      keep(widget)
    }
  }

  /// Replaces the title by a widget.
  public func setTitle(_ widget: Widget) {
    unsafe adw_header_bar_set_title_widget(opaque, widget.widget)
    keep(widget)
  }
}
