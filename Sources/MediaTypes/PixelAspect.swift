/// The shape of one pixel: its width against its height. Square for nearly all cameras; not for analogue
/// video, and not where a driver stretches what the sensor saw.
public struct PixelAspect: Hashable, Sendable, CustomStringConvertible {
  /// Parts of width ...
  public let width: Int
  /// ... for so many parts of height.
  public let height: Int

  /// Makes a shape in lowest terms.
  ///
  /// - Returns: nil for numbers that are not positive or a pixel more than eight times as long as it is
  ///   wide, which no camera has.
  public init?(width: Int, height: Int) {
    guard width > 0, height > 0, width / 8 < height, height / 8 < width else { return nil }
    let divisor = greatestCommonDivisor(width, height)
    self.width = width / divisor
    self.height = height / divisor
  }

  private init() { (width, height) = (1, 1) }

  /// As wide as high.
  public static let square = PixelAspect()

  /// Width over height.
  public var ratio: Double { Double(width) / Double(height) }

  /// `12:11`.
  public var description: String { "\(width):\(height)" }
}
