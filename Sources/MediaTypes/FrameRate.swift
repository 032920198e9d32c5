/// Frames a second as a fraction, since 29.97 is 30000/1001.
public struct FrameRate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Frames ...
  public let numerator: Int
  /// ... in so many seconds; 1 or more.
  public let denominator: Int

  /// Makes a rate in lowest terms.
  ///
  /// - Returns: nil for a rate that is not positive or over 1000 (drivers report 0/0, and worse).
  public init?(_ numerator: Int, per denominator: Int = 1) {
    guard numerator > 0, denominator > 0, numerator / denominator < 1001 else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
    guard framesPerSecond <= 1000 else { return nil }
  }

  private init(verified numerator: Int) {
    self.numerator = numerator
    denominator = 1
  }

  /// 30 frames a second.
  public static let fps30 = FrameRate(verified: 30)
  /// 60 frames a second.
  public static let fps60 = FrameRate(verified: 60)

  /// The rate as a number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The time from one frame to the next, rounded to the nanosecond.
  public var frameDuration: MediaTime {
    MediaTime(seconds: Double(denominator) / Double(numerator))
  }

  /// Compares the rates as numbers.
  public static func < (left: FrameRate, right: FrameRate) -> Bool {
    left.framesPerSecond < right.framesPerSecond
  }

  /// `30` or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
