import CVideo4Linux
import MediaTypes

/// Turns a driver's timestamps into times of the project's clock.
///
/// The driver's clock is found at the first frame, and again whenever a time is far off: a driver
/// that names the monotonic clock need not use it, and any clock can be set. Only times that go
/// forwards and do not lie in the future come out.
struct FrameClock: Sendable {
  /// Now, by each clock that a driver may use.
  struct Readings: Sendable {
    var monotonic: MediaTime
    var boot: MediaTime
    var real: MediaTime
  }

  /// What came of a timestamp.
  enum Verdict: Hashable, Sendable {
    /// A time to show the frame by.
    case time(MediaTime)
    /// Not later than the frame before, and near enough to it to be a mistake.
    case backwards
  }

  /// The driver's clock; nil when it is none that the system has, and arrival is the time.
  private(set) var domain: ClockDomain? = .monotonic
  private var last: MediaTime?

  /// Judges one frame.
  ///
  /// - Parameters:
  ///   - timestamp: as the driver gave it.
  ///   - readings: taken just after the frame was dequeued.
  mutating func judge(_ timestamp: MediaTime, _ readings: Readings) -> Verdict {
    if !fits(domain, timestamp, readings) {
      domain = ClockDomain.allCases.first { fits($0, timestamp, readings) }
    }
    let now = readings.monotonic
    let taken = domain.map { timestamp - offset(of: $0, readings) } ?? now
    // Some drivers (vivid among them) stamp the end of the exposure before it has come.
    let time = min(taken, now)
    if let last, time <= last { return .backwards }
    last = time
    return .time(time)
  }

  private func fits(
    _ domain: ClockDomain?, _ timestamp: MediaTime, _ readings: Readings
  ) -> Bool {
    guard let domain else { return false }
    let age = readings.monotonic - (timestamp - offset(of: domain, readings))
    return (-Self.tolerance.nanoseconds...Self.tolerance.nanoseconds).contains(age.nanoseconds)
  }

  /// How far a clock is ahead of the monotonic one.
  private func offset(of domain: ClockDomain, _ readings: Readings) -> MediaTime {
    switch domain {
    case .monotonic: .zero
    case .boot: readings.boot - readings.monotonic
    case .real: readings.real - readings.monotonic
    }
  }

  /// The oldest that a frame is when it is dequeued: several buffers at the slowest rate in use.
  private static let tolerance = MediaTime.seconds(2)
}
