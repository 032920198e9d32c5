public import MediaTypes

/// How far a transition is at each moment: a pure function of the time, of when the new camera's
/// first frame came, and of when the change was given up.
///
/// With a camera that answers at once it is the timing curve. While the new camera has no picture it
/// follows the curve too, but approaches `waitingLimit`, short of the edge at 0.5, ever more slowly,
/// so that the old picture can always be seen. From the first frame on it goes to 1 without a jump in
/// angle or in speed: within `duration` when the frame came in the first half of it, else within half
/// a duration from the frame. When cancelled it goes back to 0 in the same manner.
///
/// The waiting bends the time that the curve sees, never the curve, so that no curve can make it go
/// back or jump.
public struct TransitionTimeline: Hashable, Sendable {
  /// When it began.
  public let start: MediaTime
  /// How long the whole takes with a camera that is quick; at least a nanosecond.
  public let duration: MediaTime
  /// How progress follows time.
  public let curve: TimingCurve
  /// When the new camera's first frame came; nil as long as there is none.
  public var firstFrame: MediaTime?
  /// When the change was given up; nil as long as it was not. A first frame after it counts for
  /// nothing.
  public var cancelled: MediaTime?

  /// What the progress approaches while there is no first frame: about 76° of a flip, so that a
  /// quarter of the old picture's width stays in sight.
  public static let waitingLimit = 0.42

  /// What the curve's time approaches while there is no first frame.
  private let limit: Double

  /// Makes a timeline whose new camera has sent nothing yet.
  ///
  /// - Parameters:
  ///   - start: when it begins, monotonic.
  ///   - duration: of the whole; anything below a nanosecond counts as one.
  ///   - curve: how progress follows time.
  public init(
    start: MediaTime, duration: MediaTime = .seconds(1), curve: TimingCurve = .easeInOut
  ) {
    self.start = start
    self.duration = max(duration, MediaTime(nanoseconds: 1))
    self.curve = curve
    // At most 0.8, so that what remains is never so little that the way to the end would overshoot.
    limit = min(0.8, curve.time(of: Self.waitingLimit))
  }

  /// How far it is: 0 is the old picture alone, 1 the new one alone, both exactly.
  ///
  /// - Parameter time: any moment; before the start it is 0.
  /// - Returns: 0 ... 1; below 0.5 until the first frame.
  public func progress(at time: MediaTime) -> Double { curve(motion(at: elapsed(time)).position) }

  /// Whether nothing will change any more.
  public func isFinished(at time: MediaTime) -> Bool {
    guard let end = surrender.map({ $0 + Self.half }) ?? arrival.map(Self.end) else {
      return false
    }
    return elapsed(time) >= end
  }

  /// The curve's time, and its change in one duration.
  private func motion(at time: Double) -> Motion {
    guard time > 0 else { return .atRest(0) }
    guard let surrender, time > surrender else { return advance(at: time) }
    guard surrender > 0 else { return .atRest(0) }
    guard time < surrender + Self.half else { return .atRest(0) }
    return Motion.between(
      surrender, advance(at: surrender), surrender + Self.half, .atRest(0), at: time)
  }

  private func advance(at time: Double) -> Motion {
    guard let arrival, time > arrival else { return approach(at: time) }
    let end = Self.end(arrival: arrival)
    guard time < end else { return .atRest(1) }
    return Motion.between(
      arrival, approach(at: arrival), end, Motion(position: 1, speed: 1), at: time)
  }

  /// `t / (1 + (t/L)⁴)^¼`: runs with the time at first, and never arrives at L. Its speed is at every
  /// moment below three times the mean speed of what remains, so that the cubic which follows it is
  /// monotone (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980).
  private func approach(at time: Double) -> Motion {
    guard time > 0 else { return Motion(position: 0, speed: 1) }
    let square = (time / limit) * (time / limit)
    let brake = 1 / (1 + square * square).squareRoot().squareRoot()
    return Motion(
      position: min(limit, time * brake), speed: brake * brake * brake * brake * brake)
  }

  private static let half = 0.5

  private static func end(arrival: Double) -> Double { max(1, arrival + half) }

  private var arrival: Double? { firstFrame.map { max(0, elapsed($0)) } }

  private var surrender: Double? { cancelled.map { max(0, elapsed($0)) } }

  /// Durations since the start.
  private func elapsed(_ time: MediaTime) -> Double {
    (time - start).seconds / duration.seconds
  }
}

/// A position and its speed.
struct Motion: Hashable {
  var position: Double
  var speed: Double

  static func atRest(_ position: Double) -> Motion { Motion(position: position, speed: 0) }

  /// The cubic that leaves `first` and arrives at `last` with their positions and speeds (Hermite).
  static func between(
    _ begin: Double, _ first: Motion, _ end: Double, _ last: Motion, at time: Double
  ) -> Motion {
    let length = end - begin
    let s = (time - begin) / length
    let (rise, tangentIn, tangentOut) = (
      s * s * (3 - 2 * s), s * (1 - s) * (1 - s), s * s * (s - 1)
    )
    let position =
      first.position + (last.position - first.position) * rise
      + length * (first.speed * tangentIn + last.speed * tangentOut)
    let speed =
      (last.position - first.position) * 6 * s * (1 - s) / length
      + first.speed * (1 - s) * (1 - 3 * s) + last.speed * s * (3 * s - 2)
    return Motion(position: position, speed: speed)
  }
}
