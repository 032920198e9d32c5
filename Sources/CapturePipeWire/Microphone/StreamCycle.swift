import CPipeWire
import MediaTypes

/// When PipeWire's graph has run a stream last, and how old the sound was then (`pw_time`).
struct StreamCycle: Hashable {
  /// Longer on the way than this no sound is: the number is nonsense.
  private static let greatestDelay = MediaTime.seconds(2)

  /// When the cycle was, monotonic.
  let now: MediaTime
  /// How long the newest sample had been on its way.
  let delay: MediaTime
  /// Moments of the stream's own that wait in the resampler.
  let buffered: UInt64

  init(now: MediaTime, delay: MediaTime, buffered: UInt64 = 0) {
    self.now = now
    self.delay = max(.zero, delay > Self.greatestDelay ? .zero : delay)
    self.buffered = buffered
  }

  /// - Returns: nil before the first cycle, and where the graph's driver tells no time.
  init?(_ time: pw_time) {
    guard time.now > 0 else { return nil }
    // A driver that is no sound device, such as a camera, need not have a rate.
    let rate = time.rate.denom > 0 ? Double(time.rate.num) / Double(time.rate.denom) : 0
    let seconds = Double(time.delay) * rate
    self.init(
      now: MediaTime(nanoseconds: time.now), delay: MediaTime(seconds: seconds),
      buffered: time.buffered)
  }

  /// When the first of some moments was taken, of which the last is the newest.
  func start(of frameCount: Int, format: SoundFormat) -> MediaTime {
    let waiting = buffered < 1 << 20 ? Int64(buffered) : 0
    return now - delay - format.duration(of: Int64(frameCount) + waiting)
  }
}
