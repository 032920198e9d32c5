import Foundation
@_spi(Stage) public import Metal

/// What a layer lends to be drawn on.
private final class Drawable: NSObject, CAMetalDrawable {
  let texture: any MTLTexture
  init(_ texture: any MTLTexture) { self.texture = texture }
}

extension CAMetalLayer {
  /// The screen wants a picture, for tests.
  ///
  /// - Returns: what was lent; nil when nobody draws on this layer.
  @_spi(Stage) public func tick(at seconds: Double) -> (any MTLTexture)? {
    guard let link, !link.isPaused, let delegate = link.delegate else { return nil }
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: pixelFormat, width: Int(drawableSize.width), height: Int(drawableSize.height),
      mipmapped: false)
    guard let texture = device?.makeTexture(descriptor: descriptor) else { return nil }
    delegate.metalDisplayLink(link, needsUpdate: .init(Drawable(texture), seconds))
    return texture
  }
}
