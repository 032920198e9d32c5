import MediaTypes

/// Puts the times of a source on the monotonic clock, and keeps them rising.
///
/// A source's clock may be the monotonic one, that of the calendar, or one that began with the
/// source (GStreamer's). Which it is shows in the age of its frames when they arrive: a small one
/// means the monotonic clock; otherwise the least age seen so far is the clock's offset, since a
/// frame can arrive late but not early.
struct FrameTimeline: Hashable {
  /// A frame older than this, by a clock taken for known, means that the clock is another one.
  static let greatestAge = MediaTime.seconds(2)

  private var offset: MediaTime?
  private var last: MediaTime?

  /// - Parameters:
  ///   - stamp: the source's own time; nil when it gives none.
  ///   - now: when the frame arrived, monotonic.
  /// - Returns: when it was taken, later than any time returned before.
  mutating func time(stamp: MediaTime?, now: MediaTime) -> MediaTime {
    let time = stamp.map { converted($0, now: now) } ?? now
    let rising = last.map { max(time, $0 + MediaTime(nanoseconds: 1)) } ?? time
    last = rising
    return rising
  }

  private mutating func converted(_ stamp: MediaTime, now: MediaTime) -> MediaTime {
    let age = now - stamp
    if let offset, Self.isPlausible(age - offset) { return stamp + offset }
    let found = Self.isPlausible(age) ? .zero : age
    offset = found
    return stamp + found
  }

  private static func isPlausible(_ age: MediaTime) -> Bool {
    age >= .zero && age <= greatestAge
  }
}

/// Counts frames as the source does when its numbers make sense, else by itself.
struct FrameCounter: Hashable {
  /// A gap of more frames than this is taken for a source that counts in some other way.
  static let greatestGap: UInt64 = 600

  private var lastStamp: UInt64?
  private var last: UInt64?

  /// - Parameter stamp: the source's own number; nil when it gives none.
  /// - Returns: the frame's number, and how many frames the source has left out before it.
  mutating func number(stamp: UInt64?) -> (number: UInt64, lost: Int) {
    defer { lastStamp = stamp }
    var step: UInt64 = 1
    if let stamp, let lastStamp, stamp > lastStamp, stamp - lastStamp <= Self.greatestGap {
      step = stamp - lastStamp
    }
    let number = last.map { $0 &+ step } ?? 0
    last = number
    return (number, Int(step) - 1)
  }
}
