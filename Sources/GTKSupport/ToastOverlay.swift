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

  /// Shows plain text.
  ///
  /// - Parameters:
  ///   - text: one short sentence.
  ///   - seconds: how long; 0 until somebody closes it.
  public func show(_ text: String, seconds: Int = 4) {
    guard let toast = unsafe adw_toast_new(Markup.escaped(text)) else { return }
    unsafe adw_toast_set_timeout(toast, guint(max(0, seconds)))
    // The overlay takes over the reference.
    unsafe adw_toast_overlay_add_toast(opaque, toast)
  }
}
