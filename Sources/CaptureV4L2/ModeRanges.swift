import CVideo4Linux
import MediaTypes

/// Sizes that a driver gives as a range (`V4L2_FRMSIZE_TYPE_STEPWISE` and `CONTINUOUS`).
struct SizeRange: Hashable, Sendable {
  /// One edge.
  struct Edge: Hashable, Sendable {
    var minimum: Int
    var maximum: Int
    var step: Int

    /// Whether a length is one of the range's; a step of 0 counts as 1.
    func contains(_ length: Int) -> Bool {
      guard minimum <= length, length <= maximum else { return false }
      return (length - minimum) % max(step, 1) == 0
    }
  }

  var width: Edge
  var height: Edge

  init(_ range: v4l2_frmsize_stepwise) {
    width = Edge(range.min_width, range.max_width, range.step_width)
    height = Edge(range.min_height, range.max_height, range.step_height)
  }

  /// The sizes in common use that lie in the range, and its largest where that is a usual frame.
  var usualSizes: [PixelSize] {
    let largest = PixelSize(width: width.maximum, height: height.maximum)
    let sizes = Self.common.filter { width.contains($0.width) && height.contains($0.height) }
    return sizes.contains(largest) || !largest.isValid ? sizes : sizes + [largest]
  }

  private static let common: [PixelSize] = [
    (160, 120), (320, 180), (320, 240), (424, 240), (640, 360), (640, 480), (800, 600), (960, 540),
    (1024, 768), (1280, 720), (1280, 960), (1600, 1200), (1920, 1080), (2560, 1440), (3840, 2160),
  ].map { PixelSize(width: $0.0, height: $0.1) }
}

extension SizeRange.Edge {
  fileprivate init(_ minimum: UInt32, _ maximum: UInt32, _ step: UInt32) {
    self.init(minimum: Int(minimum), maximum: Int(maximum), step: Int(step))
  }
}

/// Rates that a driver gives as a range of frame intervals.
struct RateRange: Hashable, Sendable {
  /// The longest interval's; nil when the driver's number makes no sense.
  var slowest: FrameRate?
  /// The shortest interval's.
  var fastest: FrameRate?

  init(_ range: v4l2_frmival_stepwise) {
    slowest = FrameRate(interval: range.max)
    fastest = FrameRate(interval: range.min)
  }

  /// The rates in common use that lie in the range, and its fastest.
  var usualRates: [FrameRate] {
    let rates = Self.common.filter { rate in
      slowest.map { $0 <= rate } ?? true && fastest.map { rate <= $0 } ?? true
    }
    guard let fastest, !rates.contains(fastest) else { return rates }
    return rates + [fastest]
  }

  private static let common = [5, 10, 15, 20, 24, 25, 30, 50, 60, 90, 120].compactMap {
    FrameRate($0)
  }
}
