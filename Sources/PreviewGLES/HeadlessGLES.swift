import CGLES
public import MediaTypes
public import PreviewCore

/// Draws scenes with OpenGL ES without a window or a display server, into ordinary memory.
///
/// Not for showing pictures: reading them back costs more than drawing them. When the driver takes the
/// context away, a new one is made and everything uploaded again.
///
/// *Context*: one thread at a time, any; each call makes its own context current and then puts back
/// the one before. Blocks until the picture is read back.
public final class HeadlessGLES {
  /// Where the context comes from.
  public enum Platform: Sendable {
    /// Surfaceless, else the first device that works.
    case automatic
    /// `EGL_PLATFORM_SURFACELESS_MESA`: Mesa's choice of GPU, or its software renderer.
    case surfaceless
    /// `EGL_PLATFORM_DEVICE_EXT`: the machine's GPUs in the order of their drivers.
    case device
  }

  private let platform: Platform
  private var context: EGLContextOwner
  // Optional, to be let go while the context is current.
  private var parts: Parts?

  private typealias Parts = (target: RenderTarget, renderer: GLESRenderer)

  /// The size of the pictures, in pixels.
  public let size: PixelSize
  /// The driver's name for what draws (`GL_RENDERER`).
  public let deviceName: String

  /// Opens a GPU, or the system's software GL.
  ///
  /// - Parameters:
  ///   - size: of the pictures, in pixels.
  ///   - platform: where the context comes from.
  /// - Throws: `PreviewError` when EGL has neither a surfaceless nor a device platform.
  public init(size: PixelSize, platform: Platform = .automatic) throws(PreviewError) {
    self.platform = platform
    self.size = size
    let context = try EGLContextOwner(platform)
    self.context = context
    (parts, deviceName) = try context.withCurrent { () throws(PreviewError) -> (Parts, String) in
      (try Self.makeParts(size), GL.string(GL_RENDERER))
    }
  }

  deinit { letGo() }

  private static func makeParts(_ size: PixelSize) throws(PreviewError) -> Parts {
    (try RenderTarget(size: size), try GLESRenderer())
  }

  /// Whether frames in shared memory are shown without a copy; see `GLESRenderer`.
  public var importsSharedMemory: Bool { parts?.renderer.importsSharedMemory ?? false }

  private func letGo() {
    do throws(PreviewError) {
      try context.withCurrent { parts = nil }
    } catch {
      // The objects have gone with their context; what is left is their names.
      context.withoutContext { parts = nil }
    }
  }

  private func restore() throws(PreviewError) {
    letGo()
    context = try EGLContextOwner(platform)
    let size = size
    parts = try context.withCurrent { () throws(PreviewError) -> Parts in
      try Self.makeParts(size)
    }
  }

  /// Destroys the context, as a driver that resets a GPU does; for tests.
  package func loseContext() { context.lose() }

  /// What the renderer has done so far.
  public var counts: GLESRenderer.Counts { parts?.renderer.counts ?? .init() }

  /// Draws a scene and reads it back.
  ///
  /// - Parameter scene: its viewport must be the size that this was made with.
  /// - Returns: the picture.
  /// - Throws: `PreviewError` for a scene or frame that cannot be drawn.
  public func draw(_ scene: Scene) throws(PreviewError) -> RenderedImage {
    guard scene.viewport == size else {
      throw PreviewError(
        .invalidScene, "A scene of \(scene.viewport) pixels for a target of \(size).")
    }
    do throws(PreviewError) {
      return try drawOnce(scene)
    } catch  where error.isLostContext {
      try restore()
      return try drawOnce(scene)
    }
  }

  private func drawOnce(_ scene: Scene) throws(PreviewError) -> RenderedImage {
    guard let parts else { throw .lostContext(EGL_BAD_CONTEXT) }
    return try context.withCurrent { () throws(PreviewError) -> RenderedImage in
      try parts.renderer.draw(scene, framebuffer: parts.target.framebuffer)
      return try parts.target.read()
    }
  }

  /// Runs something with the context current and the target bound, as a toolkit does before it
  /// calls a renderer; for tests of what a toolkit leaves behind.
  package func withTarget<Result>(
    _ body: (GLESRenderer) throws(PreviewError) -> Result
  ) throws(PreviewError) -> Result? {
    guard let parts else { return nil }
    return try context.withCurrent { () throws(PreviewError) -> Result in
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), parts.target.framebuffer)
      return try body(parts.renderer)
    }
  }
}
