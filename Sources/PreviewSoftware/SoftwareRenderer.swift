import MediaTypes
public import PreviewCore

/// Draws scenes on the CPU, exactly and slowly: the reference that the GPU renderers are compared
/// with, and the way to a picture where there is no GPU.
///
/// All is computed in 64-bit floats; the target has 8 bits a channel, as a GPU's has, so each patch
/// is blended over rounded values.
///
/// *Context*: any thread; blocks for as long as it draws.
public struct SoftwareRenderer: Sendable {
  /// Makes a renderer; it keeps nothing between scenes.
  public init() {}

  /// Draws a scene.
  ///
  /// - Returns: the picture, of the size of the scene's viewport.
  /// - Throws: `PreviewError` for a viewport without area or a frame that is still compressed.
  public func draw(_ scene: Scene) throws(PreviewError) -> RenderedImage {
    guard scene.viewport.isValid else { throw .cannotDraw(viewport: scene.viewport) }
    var target = SoftwareTarget(size: scene.viewport, background: scene.background)
    for patch in scene.patches {
      try SoftwarePatch(patch, in: scene.viewport)?.draw(into: &target)
    }
    guard let image = RenderedImage(size: scene.viewport, bytes: target.bytes) else {
      throw .cannotDraw(viewport: scene.viewport)
    }
    return image
  }
}
