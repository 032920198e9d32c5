internal import CGTK

/// A widget that OpenGL ES draws into (`GtkGLArea`).
///
/// Nothing is drawn unless `queueRender` was called or the size changed.
@MainActor
public final class GLArea: Widget {
  /// Makes an area that wants OpenGL ES, without depth or stencil buffers.
  public init() {
    unsafe super.init(sinking: gtk_gl_area_new())
    unsafe gtk_gl_area_set_use_es(`as`(), 1)
    unsafe gtk_gl_area_set_auto_render(`as`(), 0)
    unsafe gtk_gl_area_set_has_depth_buffer(`as`(), 0)
  }

  /// Called when the widget has its context, or failed to get one (see `failure`); make it current
  /// before any GL call.
  public func onRealize(_ handler: @escaping @MainActor () -> Void) {
    connect("realize") { _ in handler() }
  }

  /// Called before the context goes: what was made in it must be freed here, with it current.
  public func onUnrealize(_ handler: @escaping @MainActor () -> Void) {
    connect("unrealize") { _ in handler() }
  }

  /// Called with the context current and the area's framebuffer bound.
  public func onRender(_ handler: @escaping @MainActor () -> Void) {
    connectReturning("render") { _ in
      handler()
      return true
    }
  }

  /// Makes the context current (`gtk_gl_area_make_current`).
  public func makeCurrent() { unsafe gtk_gl_area_make_current(`as`()) }

  /// Draws again at the next frame; many calls before it are one (`gtk_gl_area_queue_render`).
  public func queueRender() { unsafe gtk_gl_area_queue_render(`as`()) }

  /// Why there is no context; nil when there is one (`gtk_gl_area_get_error`).
  public var failure: String? {
    guard let error = unsafe gtk_gl_area_get_error(`as`()) else { return nil }
    return unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "unknown"
  }

  /// The size to draw at, in device pixels.
  public var pixelSize: (width: Int, height: Int) {
    (size.width * scaleFactor, size.height * scaleFactor)
  }
}
