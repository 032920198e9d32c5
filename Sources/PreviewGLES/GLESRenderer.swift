public import PreviewCore

/// Draws scenes with OpenGL ES 3.0 into the framebuffer of the context that is current.
///
/// *Context*: one thread, the one on which the context is current for `init`, `draw` and the end of
/// the last reference.
public final class GLESRenderer {
  /// Frames copied to the GPU.
  public private(set) var uploads = 0
  /// GL objects (textures, programs, ...) made.
  public private(set) var objectsMade = 0
  /// Patches drawn.
  public private(set) var draws = 0

  /// Makes a renderer for the current context.
  ///
  /// - Throws: `PreviewError` when no GLES 3.0 context is current.
  public init() throws(PreviewError) {}

  /// Draws a scene.
  ///
  /// - Parameters:
  ///   - scene: what to draw.
  ///   - framebuffer: the GL name of the target; nil is the framebuffer that is bound now.
  /// - Throws: `PreviewError` for a scene or frame that cannot be drawn.
  public func draw(_ scene: Scene, framebuffer: UInt32? = nil) throws(PreviewError) {
    throw PreviewError(.graphicsUnavailable, "not built yet")
  }
}
