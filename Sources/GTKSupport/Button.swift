internal import CGTK

/// A button (`GtkButton`).
@MainActor
public final class Button: Widget {
  /// Makes a button with text, which goes on in another line where there is no room for it.
  public init(label: String) {
    unsafe super.init(sinking: gtk_button_new_with_label(label))
    guard let child = unsafe gtk_button_get_child(`as`()) else { return }
    // What such a button holds is a label, and lives as long as the button.
    let text = OpaquePointer(child)
    unsafe gtk_label_set_wrap(text, 1)
    unsafe gtk_label_set_natural_wrap_mode(text, GTK_NATURAL_WRAP_NONE)
    unsafe gtk_label_set_justify(text, GTK_JUSTIFY_CENTER)
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
