import MediaTypes
import Testing

@testable import CaptureFFmpeg

@Suite("The times of a stream's pictures")
struct StreamTimelineTests {
  private static let frame = MediaTime.milliseconds(40)

  private func movieTimeline() -> StreamTimeline {
    StreamTimeline(.movie, frameDuration: Self.frame)
  }
  private func liveTimeline() -> StreamTimeline { StreamTimeline(.live, frameDuration: Self.frame) }

  @Test("A movie begins at once and goes on as it says")
  func movie() {
    var timeline = movieTimeline()
    let start = MediaTime.seconds(1_000)
    for number in 0..<100 as Range<Int64> {
      let due = timeline.due(.milliseconds(7_000 + 40 * number), now: start)
      #expect(due == start + .milliseconds(40 * number))
    }
  }

  @Test("Over the turn of a loop times go on without a gap")
  func loop() {
    var timeline = movieTimeline()
    var last: MediaTime?
    for turn in 0..<3 {
      for number in 0..<10 as Range<Int64> {
        let due = timeline.due(.milliseconds(40 * number), now: last ?? .zero)
        if let last { #expect(due - last == Self.frame, "turn \(turn), picture \(number)") }
        last = due
      }
      timeline.rewind()
    }
  }

  @Test("A movie that is late goes on from now instead of rushing")
  func late() {
    var timeline = movieTimeline()
    _ = timeline.due(.zero, now: .zero)
    #expect(timeline.due(.milliseconds(40), now: .milliseconds(300)) == .milliseconds(40))
    #expect(timeline.due(.milliseconds(80), now: .seconds(9)) == .seconds(9))
    #expect(timeline.due(.milliseconds(120), now: .seconds(9)) == .milliseconds(9_040))
  }

  @Test("Hostile times only ever lead to later ones, and to no long wait")
  func hostile() {
    let times: [MediaTime?] = [
      .zero, .seconds(-5), .zero, .zero, nil, nil, .seconds(1_000_000),
      MediaTime(nanoseconds: .max), MediaTime(nanoseconds: .min), nil, .milliseconds(1),
      MediaTime(nanoseconds: 2), .seconds(3), .seconds(2),
    ]
    for pace in [StreamTimeline.Pace.movie, .live] {
      var timeline = StreamTimeline(pace, frameDuration: Self.frame)
      var now = MediaTime.seconds(5)
      var last: MediaTime?
      for time in times + times {
        let due = timeline.due(time, now: now)
        if let last { #expect(due > last, "\(pace) after \(String(describing: time))") }
        #expect(due - now <= StreamTimeline.longestGap)
        last = due
        now = max(now, due)
      }
    }
  }

  @Test("A live stream keeps its own distances as long as they agree with the clock")
  func live() {
    var timeline = liveTimeline()
    #expect(timeline.due(.seconds(50), now: .seconds(1)) == .seconds(1))
    #expect(timeline.due(.milliseconds(50_040), now: .milliseconds(1_060)) == .milliseconds(1_040))
    // Its clock runs fast: never ahead of ours.
    #expect(timeline.due(.milliseconds(50_200), now: .milliseconds(1_100)) == .milliseconds(1_100))
    // The network has stood still.
    #expect(timeline.due(.milliseconds(50_240), now: .seconds(4)) == .seconds(4))
    #expect(timeline.due(nil, now: .seconds(5)) == .seconds(5))
    #expect(timeline.due(nil, now: .seconds(5)) > .seconds(5))
  }
}

@Suite("The matrix of a movie's track")
struct DisplayMatrixTests {
  private func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> DisplayMatrix {
    DisplayMatrix([a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30])
  }

  @Test("Quarter turns and mirror images are understood")
  func turns() {
    #expect(matrix(1, 0, 0, 1) == .identity)
    #expect(matrix(0, 1, -1, 0).rotation == .clockwise90)
    #expect(matrix(-1, 0, 0, -1).rotation == .half)
    #expect(matrix(0, -1, 1, 0).rotation == .clockwise270)
    #expect(matrix(-1, 0, 0, 1).isMirrored && matrix(-1, 0, 0, 1).rotation == .none)
    #expect(matrix(1, 0, 0, -1).isMirrored && matrix(1, 0, 0, -1).rotation == .half)
    #expect(matrix(0, 1, 1, 0).isMirrored && matrix(0, 1, 1, 0).rotation == .clockwise90)
  }

  @Test("Nonsense is no turn")
  func nonsense() {
    #expect(DisplayMatrix([]) == .identity)
    #expect(DisplayMatrix(Array(repeating: 0, count: 9)).rotation == .none)
    _ = DisplayMatrix(Array(repeating: .min, count: 9))
    _ = DisplayMatrix(Array(repeating: .max, count: 9))
  }
}
