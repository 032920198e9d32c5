import Foundation
import Testing

@testable import RecordCore

@Suite("The date in a photo")
struct CivilTimeTests {
  @Test(
    "A moment has the date that the calendar says",
    arguments: [
      (Int64(0), 0, "1970-01-01T00:00:00.000+00:00"),
      (1_796_047_702_042_999_999, 3_600, "2026-11-30T15:08:22.042+01:00"),
      (951_782_400_000_000_000, 0, "2000-02-29T00:00:00.000+00:00"),
      (4_107_542_400_000_000_000, 0, "2100-03-01T00:00:00.000+00:00"),
      (-1, 0, "1969-12-31T23:59:59.999+00:00"),
      (1_767_225_599_000_000_000, -12_600, "2025-12-31T20:29:59.000-03:30"),
      (1_767_225_599_000_000_000, 50_400, "2026-01-01T13:59:59.000+14:00"),
    ])
  func dates(nanoseconds: Int64, offset: Int, text: String) {
    #expect(
      CivilTime(unixNanoseconds: nanoseconds, offsetSeconds: offset).description == text)
  }

  @Test("It agrees with Foundation's calendar over three centuries")
  func calendar() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for step in 0..<3_000 {
      let seconds = Int64(step) * 3_000_017 - 2_000_000_000
      let time = CivilTime(unixNanoseconds: seconds * 1_000_000_000, offsetSeconds: 0)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(
        [time.year, time.month, time.day, time.hour, time.minute, time.second]
          == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second])
    }
  }

  @Test("The ends of what a number holds are dates too")
  func extremes() {
    for nanoseconds in [Int64.min, .max] {
      for offset in [Int.min, .max] {
        let time = CivilTime(unixNanoseconds: nanoseconds, offsetSeconds: offset)
        #expect((1...12).contains(time.month) && (1...31).contains(time.day))
        #expect(time.exifText.count == 19 && time.exifOffsetText.count == 6)
      }
    }
  }
}
