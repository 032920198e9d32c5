import MediaTypes
import SeededRandom
import Testing

@testable import CaptureCore

@Suite("Frame times")
struct FrameTimeCheckTests {
  /// What leaves the check, for pairs of the frame's time and its arrival, in milliseconds.
  func times(_ frames: [(time: Int64, arrival: Int64)]) -> [Int64?] {
    var check = FrameTimeCheck()
    return frames.map { frame in
      switch check.judge(.milliseconds(frame.time), arrival: .milliseconds(frame.arrival)) {
      case .keep: frame.time
      case .repair(let time): time.nanoseconds / 1_000_000
      case .drop: nil
      }
    }
  }

  @Test("good times are left alone")
  func good() {
    #expect(times([(10, 12), (43, 45), (76, 80)]) == [10, 43, 76])
  }

  @Test("a time ahead of the clock becomes the time of arrival; a little ahead is rounding")
  func future() {
    #expect(times([(50, 12), (80, 45), (81, 80)]) == [12, 45, 81])
  }

  @Test("one frame out of order is dropped and disturbs nothing")
  func outOfOrder() {
    #expect(times([(10, 12), (43, 45), (40, 50), (76, 80)]) == [10, 43, nil, 76])
  }

  @Test("a clock that was set back costs one frame; then arrival counts until it makes sense again")
  func setBack() {
    #expect(
      times([(1000, 1001), (10, 1034), (43, 1067), (76, 1100), (1130, 1133)])
        == [1000, nil, 1067, 1100, 1130])
  }

  @Test("a clock that stands still is replaced by the time of arrival")
  func standing() {
    #expect(times([(5, 100), (5, 133), (5, 166), (5, 200)]) == [5, nil, 166, 200])
  }

  @Test("times strictly grow and never pass the arrival, whatever comes")
  func anything() {
    var generator = SeededNumbers(seed: 1)
    for _ in 1...200 {
      var check = FrameTimeCheck()
      var last: MediaTime?
      for step in 1...100 {
        let arrival = MediaTime.milliseconds(Int64(1000 + step * 33))
        let time = MediaTime(
          nanoseconds: .random(in: -9_000_000_000...9_000_000_000, using: &generator))
        let accepted: MediaTime
        switch check.judge(time, arrival: arrival) {
        case .keep: accepted = time
        case .repair(let repaired): accepted = repaired
        case .drop: continue
        }
        if let last { #expect(accepted > last) }
        #expect(accepted <= arrival + FrameTimeCheck.tolerance)
        last = accepted
      }
    }
  }

  @Test("the ends of the range do not overflow")
  func extremes() {
    var check = FrameTimeCheck()
    let (least, greatest) = (MediaTime(nanoseconds: .min), MediaTime(nanoseconds: .max))
    let verdicts = [
      check.judge(least, arrival: .zero), check.judge(greatest, arrival: .seconds(1)),
      check.judge(least, arrival: greatest),
    ]
    #expect(verdicts == [.keep, .repair(.seconds(1)), .drop])
  }
}
