internal import CGTK

/// Shows short messages over its child for some seconds (`AdwToastOverlay`).
@MainActor
public final class ToastOverlay: Widget {
  /// Makes an overlay around a widget.
  public init(_ child: Widget) {
    unsafe super.init(sinking: adw_toast_overlay_new())
    unsafe adw_toast_overlay_set_child(opaque, child.widget)
    keep(child)
  }

  /// Shows plain text, in as many lines as it takes; all of it is in the tooltip.
  ///
  /// - Parameters:
  ///   - text: a sentence or two.
  ///   - lines: the most that there is room for; what is longer is cut.
  ///   - columns: the most letters of a line that there is room for. The overlay measures the height of
  ///     its messages without their margins, so that a wider one would be drawn over its edges.
  ///   - seconds: how long; 0 until somebody closes it.
  ///   - button: words of a button and the action that it asks for; nil for none.
  public func show(
    _ text: String, lines: Int = 4, columns: Int = 60, seconds: Int = 4,
    button: (label: String, action: String)? = nil
  ) {
    guard let toast = unsafe adw_toast_new(Markup.escaped(text)) else { return }
    let label = Label(text)
    label.setParagraph(lines: max(1, lines), columns: max(8, columns))
    label.tooltip = text
    unsafe adw_toast_set_custom_title(toast, label.widget)
    unsafe adw_toast_set_timeout(toast, guint(max(0, seconds)))
    if let button {
      unsafe adw_toast_set_button_label(toast, button.label)
      unsafe adw_toast_set_action_name(toast, button.action)
    }
    // The overlay takes over the reference.
    unsafe adw_toast_overlay_add_toast(opaque, toast)
  }
}
