public import MediaTypes
public import PreviewCore

/// Draws scenes with OpenGL ES without a window or a display server, into ordinary memory.
///
/// *Context*: one thread at a time.
public final class HeadlessGLES {
  /// Opens a GPU, or the system's software GL.
  ///
  /// - Parameter size: of the pictures, in pixels.
  /// - Throws: `PreviewError` when EGL has neither a surfaceless nor a device platform.
  public init(size: PixelSize) throws(PreviewError) {
    throw PreviewError(.graphicsUnavailable, "not built yet")
  }

  /// Draws a scene whose viewport is `size`.
  ///
  /// - Throws: `PreviewError` for a scene or frame that cannot be drawn.
  public func draw(_ scene: Scene) throws(PreviewError) -> RenderedImage {
    throw PreviewError(.graphicsUnavailable, "not built yet")
  }
}
