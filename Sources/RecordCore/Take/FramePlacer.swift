/// Gives each frame its place in a movie of constant rate.
///
/// Places are in steps of the canvas's rate, and so is everything here. Where the camera's rate is not
/// the canvas's, a frame's place is its capture time, and each index shows the frame nearest to it.
/// Where the rates agree, nearest would show some frames twice and others not at all, as jitter
/// throws their times to one side of the middle between two indices or the other. There the frames
/// are **locked**: each takes the index after the one before, and only
/// - a frame that is late by most of a step says that others were lost before it;
/// - one that is early by as much is surplus;
/// - a mean deviation of more than `slip` moves the whole by one step, as must happen each 33 s for
///   29.97 frames a second in a movie of 30.
struct FramePlacer: Hashable, Sendable {
  /// Rates that differ by less than this part agree.
  static let agreement = 0.02
  /// The mean deviation at which a locked camera is moved by a step: over one half, and by more the more
  /// its times jitter, so that noise about a half does not move it to and fro.
  static let slip = 0.55
  private static let slipByNoise = 0.9
  /// A locked frame that deviates by more from its mean is one too late or too early. Half a step of
  /// jitter, and the mean's own noise.
  static let outlier = 0.8
  /// Over how many frames the deviation is averaged, and the interval.
  private static let deviationWindow = 16.0
  private static let intervalWindow = 256.0
  private static let noiseWindow = 64.0
  /// Measured intervals that outweigh what the camera says of its rate.
  private static let trustedIntervals = 30.0

  /// The interval that the camera claims to have, in steps; nil when it claims none.
  private let claim: Double?
  /// The place of the last frame that got one.
  private(set) var last: Double
  private var lastTime: Double
  /// The mean of time minus place.
  private var deviation: Double
  /// The mean distance from that: a quarter for half a step of jitter each way.
  private var noise = 0.25
  private var placed = 1.0
  private var meanInterval = 1.0
  private var intervals = 0.0

  /// Begins with a camera's first frame, or anew after a gap.
  ///
  /// - Parameters:
  ///   - time: when it was captured, in steps since the movie's start.
  ///   - first: the first index that is free.
  ///   - claim: the interval that the camera claims, in steps.
  init(time: Double, first: Int64, claim: Double?) {
    self.claim = claim
    last = max(time.rounded(), Double(first))
    lastTime = time
    deviation = time - last
  }

  /// The usual interval between two frames, in steps.
  var interval: Double { intervals >= Self.trustedIntervals ? meanInterval : claim ?? meanInterval }

  /// Whether the camera delivers at the canvas's rate.
  var isLocked: Bool {
    if intervals < Self.trustedIntervals, let claim { return abs(claim - 1) <= Self.agreement }
    // The mean of n jittered intervals is wrong by up to one step in n.
    let known = min(intervals, Self.intervalWindow)
    return intervals >= 8 && abs(meanInterval - 1) <= Self.agreement + 1.2 / known
  }

  /// Places the next frame.
  ///
  /// - Parameter time: later than the one before.
  /// - Returns: its place, greater than the last; nil for a frame that is surplus.
  mutating func place(_ time: Double) -> Double? {
    let interval = time - lastTime
    lastTime = time
    if isLocked { return placeLocked(time, interval) }
    measure(interval)
    return placeByTime(time)
  }

  private mutating func measure(_ interval: Double) {
    intervals += 1
    meanInterval += (interval - meanInterval) / min(intervals, Self.intervalWindow)
  }

  private mutating func placeByTime(_ time: Double) -> Double? {
    guard time > last else { return nil }
    last = time
    (deviation, placed) = (0, 1)
    return time
  }

  private mutating func placeLocked(_ time: Double, _ interval: Double) -> Double? {
    var place = last.rounded() + 1
    var distance = time - place
    var lost = 0.0
    let threshold = Self.outlier + 0.5 / placed
    if distance - deviation < -threshold {
      measure(interval)
      return nil
    }
    if distance - deviation > threshold {
      lost = max((distance - deviation).rounded(), 1)
      place += lost
      distance -= lost
    }
    // The lost ones had intervals too.
    measure(interval / (1 + lost))
    average(distance)
    let shift = slipNow()
    if shift < 0 { return nil }
    last = place + shift
    return last
  }

  private mutating func average(_ distance: Double) {
    noise += (abs(distance - deviation) - noise) / Self.noiseWindow
    placed = min(placed + 1, Self.deviationWindow)
    deviation += (distance - deviation) / placed
  }

  /// - Returns: by how many steps the camera is moved.
  private mutating func slipNow() -> Double {
    let limit = Self.slip + Self.slipByNoise * noise
    guard placed >= Self.deviationWindow, abs(deviation) > limit else { return 0 }
    let shift = deviation > 0 ? 1.0 : -1
    deviation -= shift
    return shift
  }
}
