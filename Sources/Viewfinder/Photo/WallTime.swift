public import MediaTypes
public import RecordCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What clocks on the wall show: for dates in files, never for timing.
public struct WallTime: Sendable {
  private let unixNow: @Sendable () -> Int64
  private let offset: @Sendable (_ unixSeconds: Int64) -> Int

  /// The system's time and the zone of the person who runs the program (`TZ`, `/etc/localtime`).
  public init() {
    self.init(unixNow: Self.systemTime, offset: Self.systemOffset)
  }

  /// Makes a clock of other sources, for tests.
  ///
  /// - Parameters:
  ///   - unixNow: nanoseconds since 1970 in UTC.
  ///   - offset: seconds that the place is ahead of UTC at a time in seconds since 1970.
  public init(
    unixNow: @escaping @Sendable () -> Int64, offset: @escaping @Sendable (Int64) -> Int
  ) {
    self.unixNow = unixNow
    self.offset = offset
  }

  /// What the wall showed some time ago.
  ///
  /// - Parameter ago: how long; a length of monotonic time.
  public func time(ago: MediaTime = .zero) -> CivilTime {
    let (moment, overflow) = unixNow().subtractingReportingOverflow(ago.nanoseconds)
    let nanoseconds = overflow ? unixNow() : moment
    return CivilTime(
      unixNanoseconds: nanoseconds, offsetSeconds: offset(nanoseconds / 1_000_000_000))
  }

  /// C: `clock_gettime`.
  private static func systemTime() -> Int64 {
    var time = timespec()
    // Unsafe: the structure lives through the call.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? 0 : seconds + Int64(time.tv_nsec)
  }

  /// C: `localtime_r`.
  private static func systemOffset(_ unixSeconds: Int64) -> Int {
    var seconds = time_t(unixSeconds)
    // Unsafe: both live through the call; the text that one of them points to is not looked at.
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    return unsafe local.tm_gmtoff
  }
}
