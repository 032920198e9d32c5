public import MediaTypes

/// A picture that a renderer made, in ordinary memory.
public struct RenderedImage: Hashable, Sendable {
  /// In pixels.
  public let size: PixelSize
  /// Red, green, blue, alpha for each pixel, rows from the top, no padding: 4·width·height bytes.
  /// The colours are premultiplied by alpha, as GPUs and toolkits blend them; where the scene's
  /// background is opaque that makes no difference.
  public let bytes: [UInt8]

  /// Makes a picture.
  ///
  /// - Returns: nil when the bytes do not make `size`.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard size.isValid, bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// One pixel's red, green, blue and alpha.
  ///
  /// - Parameters:
  ///   - x: from the left, inside the picture.
  ///   - y: from the top, inside the picture.
  public subscript(x: Int, y: Int) -> [UInt8] {
    let index = (y * size.width + x) * 4
    return Array(bytes[index..<index + 4])
  }
}
