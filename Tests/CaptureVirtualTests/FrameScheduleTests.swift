import MediaTypes
import Testing

@testable import CaptureVirtual

struct FrameScheduleTests {
  private typealias Picture = FrameSchedule.Picture

  @Test func picturesLieOnExactMultiplesHoweverLong() throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    var schedule = FrameSchedule(first: .seconds(10), rate: rate)
    for index in 0..<30_000 {
      let next = schedule.next
      #expect(
        next.nanoseconds == 10_000_000_000 + Int64(index) * 1_001_000_000_000 / 30000)
      let due = schedule.advance(to: next)
      #expect(due.picture == Picture(sequence: UInt64(index), time: next) && due.lost == 0)
    }
  }

  @Test func nothingIsDueBeforeTheFirst() {
    var schedule = FrameSchedule(first: .seconds(1), rate: .fps30)
    let due = schedule.advance(to: .milliseconds(999))
    #expect(due.picture == nil && due.lost == 0)
  }

  @Test func aLateTimerMakesTheLatestPictureAndCountsTheOthers() {
    var schedule = FrameSchedule(first: .seconds(1), rate: .fps30)
    let due = schedule.advance(to: .milliseconds(1110))
    #expect(due.picture == Picture(sequence: 3, time: .milliseconds(1100)))
    #expect(due.lost == 3)
    #expect(schedule.next > .milliseconds(1110))
  }

  @Test func stalledPicturesAreNeitherMadeNorLost() {
    let stall = MediaTime.milliseconds(1020)..<MediaTime.milliseconds(1120)
    var schedule = FrameSchedule(first: .seconds(1), rate: .fps30, stalls: [stall])
    #expect(schedule.advance(to: .seconds(1)).picture?.sequence == 0)
    let stalled = schedule.advance(to: .milliseconds(1110))
    #expect(stalled.picture == nil && stalled.lost == 0)
    #expect(schedule.advance(to: .milliseconds(1140)).picture?.sequence == 1)
  }

  @Test func aSlowCameraIsNotSentBackByALongGap() throws {
    let slow = try #require(FrameRate(1, per: 1000))
    var schedule = FrameSchedule(first: .seconds(1), rate: slow)
    #expect(schedule.advance(to: .seconds(100)).picture?.sequence == 0)
    #expect(schedule.next == .seconds(1001))
    #expect(schedule.advance(to: .seconds(1100)).picture?.sequence == 1)
    let never = try #require(FrameRate(1, per: .max))
    var endless = FrameSchedule(first: .seconds(1), rate: never)
    _ = endless.advance(to: .seconds(2))
    #expect(endless.next > .seconds(1_000_000))
  }

  @Test func afterASuspendOfADayItGoesOnAtOnce() throws {
    var schedule = FrameSchedule(first: .seconds(1), rate: .fps30)
    let due = schedule.advance(to: .seconds(86_401))
    let picture = try #require(due.picture)
    #expect(picture.time <= .seconds(86_401))
    #expect(picture.time > .seconds(86_400))
    #expect(schedule.next > .seconds(86_401))
  }
}
