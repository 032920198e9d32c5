import MediaTypes

/// Keeps the times of one stream's frames going forwards, and never ahead of the clock.
///
/// A time ahead of the clock becomes the time of arrival. A single frame that is not later than the
/// one before it came out of order and is dropped; a second in a row means that the source's clock
/// was set back, and frames then get their time of arrival until the source's times make sense again.
struct FrameTimeCheck: Sendable {
  enum Verdict: Hashable, Sendable {
    case keep
    case repair(MediaTime)
    case drop
  }

  /// What a source's clock may be ahead of ours by rounding and conversion.
  static let tolerance = MediaTime.milliseconds(2)

  private var last: MediaTime?
  private var backwardsInARow = 0

  mutating func judge(_ time: MediaTime, arrival: MediaTime) -> Verdict {
    let isAhead = time > arrival + Self.tolerance
    guard let last else { return accept(isAhead ? arrival : time, instead: time) }
    if time > last {
      backwardsInARow = 0
      if !isAhead { return accept(time, instead: time) }
    } else {
      backwardsInARow += 1
      if backwardsInARow == 1 { return .drop }
    }
    return arrival > last ? accept(arrival, instead: time) : .drop
  }

  private mutating func accept(_ time: MediaTime, instead given: MediaTime) -> Verdict {
    last = time
    return time == given ? .keep : .repair(time)
  }
}
