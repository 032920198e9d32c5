import MediaTypes

/// Picks the mode of a camera that comes nearest to a wish.
///
/// The order is that of what people notice: colour, then a rate that is high enough, then size, then
/// what it costs to make pixels of. A webcam on USB 2 sends its large raw modes slowly, so that rate
/// before size leads to MJPEG there, as it should.
public enum FormatChoice {
  /// The best of a camera's modes.
  ///
  /// - Parameters:
  ///   - formats: as the camera lists them; unknown rates, absurd sizes and unknown layouts may be
  ///     among them.
  ///   - wish: what is wanted.
  /// - Returns: nil when none of them can be used.
  ///
  /// *Context*: pure.
  public static func best(of formats: [CameraFormat], for wish: FormatWish) -> CameraFormat? {
    formats.lazy
      .filter { $0.size.isValid && cost(of: $0.pixelFormat, for: wish) != nil }
      .min { Rank($0, for: wish) < Rank($1, for: wish) }
  }

  /// The mode with the most pixels, for a still picture: of equal ones the best for the wish.
  ///
  /// - Returns: nil when none of them can be used.
  ///
  /// *Context*: pure.
  public static func largest(
    of formats: [CameraFormat], for wish: FormatWish = FormatWish()
  ) -> CameraFormat? {
    let usable = formats.filter { $0.size.isValid && cost(of: $0.pixelFormat, for: wish) != nil }
    let area = usable.map(\.size.area).max()
    return best(of: usable.filter { $0.size.area == area }, for: wish)
  }

  /// What the best of some modes is worth to a person, the smaller the better: its colour and rate,
  /// then its size. Two ways to one camera that differ in what drawing costs are worth the same.
  static func merit(of formats: [CameraFormat], for wish: FormatWish) -> Merit {
    guard let best = best(of: formats, for: wish) else { return Merit(tier: .max, distance: 0) }
    return Rank(best, for: wish).merit
  }

  /// The worth of a mode, without what it costs.
  struct Merit: Comparable {
    let tier: Int
    let distance: Double

    static func < (left: Merit, right: Merit) -> Bool {
      (left.tier, left.distance) < (right.tier, right.distance)
    }
  }

  /// What it takes to draw a frame, as a rank: fewer bytes first, then formats that need work.
  ///
  /// nil for a format that nothing here can draw, or that is not wished for.
  static func cost(of format: PixelFormat, for wish: FormatWish) -> Int? {
    if wish.prefersCompressed, let index = keptFirst.firstIndex(of: format) {
      return index - keptFirst.count
    }
    return cheapestFirst.firstIndex(of: format)
  }
}

private let cheapestFirst: [PixelFormat] = [
  .nv12, .i420, .nv21, .yv12, .i422, .yuyv, .uyvy, .nv16, .i444, .rgb24, .p010, .bgra, .rgba,
  .mjpeg, .grey, .y16,
]

/// What a recording can keep as it is.
private let keptFirst: [PixelFormat] = [.h264, .mjpeg]

/// The place of a mode among others; the smaller the better.
private struct Rank: Comparable {
  private let parts: (Int, Double, Double, Int, Double)

  init(_ format: CameraFormat, for wish: FormatWish) {
    let (tier, slowness) = Self.rate(format.rate, wish: wish.rate)
    let isGrey = format.pixelFormat.components == .grey ? 8 : 0
    parts = (
      isGrey + tier, slowness, Self.distance(format.size, wish.size),
      FormatChoice.cost(of: format.pixelFormat, for: wish) ?? .max,
      abs((format.rate?.framesPerSecond ?? 0) - wish.rate.framesPerSecond)
    )
  }

  var merit: FormatChoice.Merit { FormatChoice.Merit(tier: parts.0, distance: parts.2) }

  static func < (left: Rank, right: Rank) -> Bool { left.parts < right.parts }
  static func == (left: Rank, right: Rank) -> Bool { left.parts == right.parts }

  /// As fast as wished; at least smooth, or unknown; else the faster the better.
  private static func rate(_ rate: FrameRate?, wish: FrameRate) -> (tier: Int, slowness: Double) {
    guard let rate else { return (1, 0) }
    // 29.97 does for 30.
    if rate.framesPerSecond >= wish.framesPerSecond * 0.99 { return (0, 0) }
    return rate.framesPerSecond >= slowestSmoothRate ? (1, 0) : (2, -rate.framesPerSecond)
  }

  /// Pixels that the edges are off, too small counting a little more than too large.
  private static func distance(_ size: PixelSize, _ wish: PixelSize) -> Double {
    func off(_ edge: Int, _ wished: Int) -> Double {
      let difference = Double(edge) - Double(wished)
      return difference < 0 ? -difference * 1.01 : difference
    }
    return off(size.width, wish.width) + off(size.height, wish.height)
  }

  /// Film's rate, with the tolerance that 23.976 needs.
  private static let slowestSmoothRate = 23.9
}
