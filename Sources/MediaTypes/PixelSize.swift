/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size; any numbers are taken here, `VideoFrame` and the renderers check them.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The largest edge that a frame may have: that of the GLES 3.0 textures which current GPUs offer.
  public static let maximumEdge = 16384

  /// Whether both edges lie within 1 ... `maximumEdge`.
  public var isValid: Bool {
    (1...Self.maximumEdge).contains(width) && (1...Self.maximumEdge).contains(height)
  }

  /// Width times height; 0 when either is not positive, capped instead of overflowing.
  public var area: Int {
    guard width > 0, height > 0 else { return 0 }
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// The same size with the edges exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// `1280x720`.
  public var description: String { "\(width)x\(height)" }
}
