/// How progress follows time within a change: a curve from (0, 0) to (1, 1) that never goes back.
///
/// A cubic Bézier curve with fixed ends, as in CSS Easing Functions Level 1, section 2.2, whose named
/// curves these are too.
public struct TimingCurve: Hashable, Sendable {
  private let x: Cubic
  private let y: Cubic

  /// A curve by its two inner control points.
  ///
  /// - Parameters:
  ///   - x1: time of the first control point.
  ///   - y1: progress of the first control point.
  ///   - x2: time of the second control point.
  ///   - y2: progress of the second control point.
  /// - Returns: nil for a curve that goes back in time or in progress somewhere, or stands still at
  ///   its ends only because of numbers that are none; any four numbers from 0 to 1 are good.
  public init?(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let (x, y) = (Cubic(first: x1, second: x2), Cubic(first: y1, second: y2))
    guard x.isMonotone, y.isMonotone else { return nil }
    self.init(x: x, y: y)
  }

  private init(x: Cubic, y: Cubic) { (self.x, self.y) = (x, y) }

  /// The same speed all the time.
  public static let linear = TimingCurve(
    x: Cubic(first: 1 / 3.0, second: 2 / 3.0), y: Cubic(first: 1 / 3.0, second: 2 / 3.0))
  /// Begins slowly.
  public static let easeIn = TimingCurve(
    x: Cubic(first: 0.42, second: 1), y: Cubic(first: 0, second: 1))
  /// Ends slowly.
  public static let easeOut = TimingCurve(
    x: Cubic(first: 0, second: 0.58), y: Cubic(first: 0, second: 1))
  /// Begins and ends slowly.
  public static let easeInOut = TimingCurve(
    x: Cubic(first: 0.42, second: 0.58), y: Cubic(first: 0, second: 1))

  /// Progress at a time; both 0 ... 1, times outside count as the nearest inside.
  public func callAsFunction(_ time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    return y.value(x.parameter(for: time))
  }

  /// The time at which a progress is reached; both 0 ... 1.
  public func time(of progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    return x.value(y.parameter(for: progress))
  }
}

/// One coordinate of a cubic Bézier curve from 0 to 1.
private struct Cubic: Hashable {
  let first: Double
  let second: Double

  /// The derivative is a third of `a(1-s)² + 2b·s(1-s) + c·s²`, which is nowhere negative if and only
  /// if this holds.
  var isMonotone: Bool {
    let (a, b, c) = (first, second - first, 1 - second)
    return a >= 0 && c >= 0 && (b >= 0 || b * b <= a * c)
  }

  func value(_ s: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * s * first + 3 * rest * s * s * second + s * s * s
  }

  /// Where the coordinate has a value; halving suffices, since it never goes back.
  func parameter(for value: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if self.value(middle) < value { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
