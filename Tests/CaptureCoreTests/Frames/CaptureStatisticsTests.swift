import MediaTypes
import Testing

@testable import CaptureCore

@Suite("Capture statistics")
struct CaptureStatisticsTests {
  func report(_ id: UInt64) -> FlipReport {
    FlipReport(
      id: FlipID(rawValue: id), from: CameraID("a"), to: CameraID("b"), outcome: .done,
      askedAt: .seconds(Int64(id)))
  }

  @Test("all flips are counted and the latest are kept")
  func flips() {
    var statistics = CaptureStatistics()
    for id in 1...1000 as ClosedRange<UInt64> { statistics.record(report(id)) }
    #expect(statistics.flipCount == 1000)
    #expect(statistics.flips.count == CaptureStatistics.keptFlips)
    #expect(statistics.flips.last?.id == FlipID(rawValue: 1000))
    #expect(statistics.flip(FlipID(rawValue: 1)) == nil)
  }

  @Test("a flip is shown before or after its report")
  func shown() {
    var statistics = CaptureStatistics()
    statistics.record(report(1))
    statistics.recordShown(FlipID(rawValue: 1), at: .seconds(5))
    statistics.recordShown(FlipID(rawValue: 2), at: .seconds(6))
    statistics.record(report(2))
    statistics.record(report(3))
    #expect(statistics.flips.map(\.shownAt) == [.seconds(5), .seconds(6), nil])
  }

  @Test("absurd counts from a back end do not overflow")
  func absurdCounts() {
    var statistics = CaptureStatistics()
    statistics.countDropped(.lostBySource, .max)
    statistics.countDropped(.lostBySource, 5)
    statistics.countDropped(.corrupt, -5)
    #expect(statistics.dropped == [.lostBySource: .max])
  }
}
