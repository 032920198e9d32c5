internal import CGTK

/// A button (`GtkButton`).
@MainActor
public final class Button: Widget {
  /// Makes a button with text.
  public init(label: String) {
    unsafe super.init(sinking: gtk_button_new_with_label(label))
  }

  /// Makes a button with a symbolic icon of the icon theme.
  public init(icon: String) {
    unsafe super.init(sinking: gtk_button_new_from_icon_name(icon))
  }

  /// The text of a button that has one (`gtk_button_set_label`).
  public var label: String {
    get { unsafe gtk_button_get_label(`as`()).map { unsafe String(cString: $0) } ?? "" }
    set { unsafe gtk_button_set_label(`as`(), newValue) }
  }

  /// Shows another symbolic icon (`gtk_button_set_icon_name`).
  public func setIcon(_ name: String) { unsafe gtk_button_set_icon_name(`as`(), name) }

  /// Called at each click, and when a key activates it.
  public func onClicked(_ handler: @escaping @MainActor () -> Void) {
    connect("clicked") { _ in handler() }
  }

  /// Activates it, as a key would; the click comes a moment later (`gtk_widget_activate`).
  public func activate() { _ = unsafe gtk_widget_activate(widget) }
}
