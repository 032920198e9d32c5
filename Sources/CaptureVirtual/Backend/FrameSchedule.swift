import MediaTypes

/// When the pictures of a virtual camera are taken: at exact multiples of the frame duration, except
/// in its stalls.
struct FrameSchedule: Sendable {
  /// A picture to be made now.
  struct Picture: Hashable {
    var sequence: UInt64
    var time: MediaTime
  }

  private let first: MediaTime
  private let rate: FrameRate
  private let stalls: [Range<MediaTime>]
  /// Counts moments of the schedule, stalled ones too.
  private var index: Int64 = 0
  /// Counts pictures, lost ones too.
  private var sequence: UInt64 = 0

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - first: when the first picture is taken.
  ///   - stalls: when none are taken.
  init(first: MediaTime, rate: FrameRate, stalls: [Range<MediaTime>] = []) {
    self.first = first
    self.rate = rate
    self.stalls = stalls
  }

  /// When the next picture is due.
  var next: MediaTime { time(of: index) }

  /// Goes to a moment.
  ///
  /// - Returns: the latest picture that is due, and how many before it can no longer be made in time.
  mutating func advance(to now: MediaTime) -> (picture: Picture?, lost: Int) {
    var latest: Picture?
    var lost = 0
    skipAges(before: now)
    while next <= now {
      let time = next
      index += 1
      if stalls.contains(where: { $0.contains(time) }) { continue }
      if latest != nil { lost += 1 }
      latest = Picture(sequence: sequence, time: time)
      sequence += 1
    }
    return (latest, lost)
  }

  /// After a suspend of hours nobody wants each picture counted.
  private mutating func skipAges(before now: MediaTime) {
    let behind = now - next
    guard behind > .seconds(60) else { return }
    let skipped = max(0, Int64(behind.seconds * rate.framesPerSecond) - 1)
    index += skipped
    sequence += UInt64(clamping: skipped)
  }

  private func time(of index: Int64) -> MediaTime {
    let nanoseconds = Int64(rate.denominator).multipliedFullWidth(by: 1_000_000_000)
    let perIndex = nanoseconds.high == 0 ? Int64(clamping: nanoseconds.low) : .max
    let (product, overflow) = perIndex.multipliedReportingOverflow(by: index)
    let elapsed =
      overflow
      ? MediaTime(seconds: Double(perIndex) * Double(index) / Double(rate.numerator))
      : MediaTime(nanoseconds: product / Int64(rate.numerator))
    return first + elapsed
  }
}
