import MediaTypes
import SeededRandom
import Testing

@testable import CapturePipeWire

struct FrameTimelineTests {
  private static func ms(_ count: Int64) -> MediaTime { .milliseconds(count) }

  @Test func monotonicTimesAreTakenAsTheyAre() {
    var timeline = FrameTimeline()
    for frame in 0..<100 as Range<Int64> {
      let taken = Self.ms(50_000 + frame * 33)
      #expect(timeline.time(stamp: taken, now: taken + Self.ms(12 + frame % 5)) == taken)
    }
  }

  @Test(arguments: [-49_000, 1_700_000_000_000, 3_600_000] as [Int64])
  func anotherClockIsMovedByTheLeastAgeSeen(distance: Int64) {
    var timeline = FrameTimeline()
    let ages: [Int64] = [40, 12, 25, 30, 12, 60]
    for (frame, age) in ages.enumerated() {
      let taken = Self.ms(50_000 + Int64(frame) * 33)
      let time = timeline.time(stamp: taken + Self.ms(distance), now: taken + Self.ms(age))
      if frame >= 1 { #expect(time == taken + Self.ms(12)) }
      #expect(time <= taken + Self.ms(age))
    }
  }

  @Test func timesRiseWhateverTheSourceSays() {
    var timeline = FrameTimeline()
    var random = SeededNumbers(seed: 5)
    var last = MediaTime(nanoseconds: .min)
    for frame in 0..<2000 as Range<Int64> {
      let now = Self.ms(10_000 + frame * 10)
      let stamp: MediaTime? =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: nil
        case 1: MediaTime(nanoseconds: .random(in: .min ... .max, using: &random))
        case 2: now
        case 3: now + .seconds(100)
        default: now - Self.ms(.random(in: 0...500, using: &random))
        }
      let time = timeline.time(stamp: stamp, now: now)
      #expect(time > last)
      #expect(time <= now + Self.ms(1))
      last = time
    }
  }

  @Test func aClockThatIsSetAnewIsFollowed() {
    var timeline = FrameTimeline()
    _ = timeline.time(stamp: Self.ms(10_000), now: Self.ms(10_005))
    let jumped = timeline.time(stamp: Self.ms(3), now: Self.ms(10_040))
    #expect(jumped == Self.ms(10_040))
    #expect(timeline.time(stamp: Self.ms(36), now: Self.ms(10_075)) == Self.ms(10_073))
  }

  @Test func aSourcesCountShowsWhatItLeftOut() {
    var counter = FrameCounter()
    #expect(counter.number(stamp: 100) == (0, 0))
    #expect(counter.number(stamp: 101) == (1, 0))
    #expect(counter.number(stamp: 105) == (5, 3))
    #expect(counter.number(stamp: 106) == (6, 0))
  }

  @Test func aCountThatMakesNoSenseIsReplaced() {
    var counter = FrameCounter()
    let stamps: [UInt64?] = [nil, nil, 7, 7, 7, 3, .max - 1, 0, 90_000]
    for (index, stamp) in stamps.enumerated() {
      #expect(counter.number(stamp: stamp) == (UInt64(index), 0))
    }
  }
}
