/// A point in monotonic time, or a length of it, in whole nanoseconds.
///
/// Every timestamp of the project is one of these, on one clock: the one that the system calls
/// monotonic (`CLOCK_MONOTONIC` on Linux, `mach_absolute_time` on Apple platforms). Not for dates:
/// it says nothing of the calendar and starts near the machine's boot.
///
/// *Context*: a plain value; any thread.
public struct MediaTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's origin, or the length in nanoseconds.
  public var nanoseconds: Int64

  /// Makes a time from whole nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes a time from seconds, rounded to the nearest nanosecond and clamped to what fits.
  ///
  /// - Parameter seconds: any number; NaN counts as 0.
  public init(seconds: Double) {
    let scaled = (seconds * 1e9).rounded()
    if scaled.isNaN {
      nanoseconds = 0
    } else {
      nanoseconds = Int64(exactly: scaled) ?? (scaled < 0 ? .min : .max)
    }
  }

  /// The origin of the clock, or no time at all.
  public static let zero = MediaTime(nanoseconds: 0)

  /// A length of whole milliseconds.
  public static func milliseconds(_ count: Int64) -> MediaTime {
    MediaTime(nanoseconds: saturating(count, 1_000_000))
  }

  /// A length of whole seconds.
  public static func seconds(_ count: Int64) -> MediaTime {
    MediaTime(nanoseconds: saturating(count, 1_000_000_000))
  }

  /// The same time in seconds; exact to about 100 ns for a machine that has been up for a year.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The earlier of two times is the lesser.
  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The sum; stays at the end of the range instead of overflowing, since times come from drivers.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return MediaTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// The difference; stays at the end of the range instead of overflowing.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return MediaTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .max : .min) : difference)
  }

  private static func saturating(_ count: Int64, _ unit: Int64) -> Int64 {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? (count < 0 ? .min : .max) : product
  }
}
