/// A date and a time of day as the clocks of a place show them, with their distance from UTC.
public struct CivilTime: Hashable, Sendable, CustomStringConvertible {
  /// In the Gregorian calendar.
  public let year: Int
  /// 1 ... 12.
  public let month: Int
  /// 1 ... 31.
  public let day: Int
  /// 0 ... 23.
  public let hour: Int
  /// 0 ... 59.
  public let minute: Int
  /// 0 ... 59; Unix time has no leap seconds.
  public let second: Int
  /// 0 ... 999.
  public let millisecond: Int
  /// Minutes that the place is ahead of UTC.
  public let offsetMinutes: Int

  /// Makes the time of a place.
  ///
  /// - Parameters:
  ///   - unixNanoseconds: since the beginning of 1970 in UTC.
  ///   - offsetSeconds: that the place is ahead of UTC; brought within a day, and to whole minutes as
  ///     EXIF has them.
  ///
  /// Source of the calendar's formula: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms",
  /// `civil_from_days`.
  public init(unixNanoseconds: Int64, offsetSeconds: Int) {
    offsetMinutes = min(max(offsetSeconds, -86_340), 86_340) / 60
    let (seconds, rest) = Self.floored(Int(unixNanoseconds), 1_000_000_000)
    let (days, time) = Self.floored(seconds + offsetMinutes * 60, 86_400)
    millisecond = rest / 1_000_000
    (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
    // Years begin in March here, so that the leap day is the last of a year; eras have 400 years.
    let (era, dayOfEra) = Self.floored(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Quotient and remainder, the remainder never negative.
  private static func floored(_ value: Int, _ unit: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
  }
}

extension CivilTime {
  /// `2026-11-30T14:08:22.042+01:00` (ISO 8601).
  public var description: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
      + "T\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
      + ".\(exifFractionText)\(exifOffsetText)"
  }

  /// `2026:11:30 14:08:22` (DateTime, tag 306).
  var exifText: String {
    "\(Self.padded(year, 4)):\(Self.padded(month, 2)):\(Self.padded(day, 2)) "
      + "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
  }

  /// `+01:00` (OffsetTime, tag 36880).
  var exifOffsetText: String {
    let minutes = abs(offsetMinutes)
    return (offsetMinutes < 0 ? "-" : "+")
      + "\(Self.padded(minutes / 60, 2)):\(Self.padded(minutes % 60, 2))"
  }

  /// `042`, thousandths of a second (SubSecTime, tag 37520).
  var exifFractionText: String { Self.padded(millisecond, 3) }

  private static func padded(_ value: Int, _ digits: Int) -> String {
    let text = "\(min(max(value, 0), 9_999))"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
