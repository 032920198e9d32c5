import CaptureVirtual
import MediaTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ManualClockTests {
  let clock = ManualClock(now: .seconds(100))
  let log = Log()

  @Test func standsStillUntilMoved() {
    #expect(clock.now == .seconds(100))
    clock.advance(by: .milliseconds(5))
    #expect(clock.now == .milliseconds(100_005))
    clock.advance(to: .seconds(200))
    #expect(clock.now == .seconds(200))
  }

  @Test func neverGoesBackwards() {
    clock.advance(by: .seconds(-1))
    clock.advance(to: .zero)
    #expect(clock.now == .seconds(100))
  }

  @Test func dueTimersRunInOrderOfTheirDeadlinesWithTheClockAtEach() {
    let timers = [30, 10, 20].map { delay in
      let timer = clock.makeTimer(label: "\(delay)") { [log, clock] now in
        log.add("\(delay)")
        #expect(now == clock.now)
        #expect(now == .seconds(100) + .milliseconds(Int64(delay)))
      }
      timer.schedule(at: clock.now + .milliseconds(Int64(delay)))
      return timer
    }
    #expect(clock.armedTimerLabels == ["10", "20", "30"])
    #expect(clock.nextDeadline == .milliseconds(100_010))
    clock.advance(by: .milliseconds(25))
    #expect(log.entries == ["10", "20"])
    #expect(clock.armedTimerCount == 1)
    clock.advance(by: .milliseconds(5))
    #expect(log.entries == ["10", "20", "30"])
    #expect(clock.armedTimerCount == 0)
    withExtendedLifetime(timers) {}
  }

  @Test func timersOfOneDeadlineRunAsTheyWereArmed() {
    let timers = (0..<8).map { index in
      clock.makeTimer(label: "") { [log] _ in log.add("\(index)") }
    }
    for timer in timers { timer.schedule(at: .seconds(101)) }
    clock.advance(by: .seconds(1))
    #expect(log.entries == (0..<8).map(String.init))
  }

  @Test func timerArmedInsideItsHandlerRunsInTheSameAdvance() {
    let holder = Locked<(any MediaTimer)?>(nil)
    let timer = clock.makeTimer(label: "tick") { [log] now in
      log.add("\(now.seconds)")
      holder.withLock { $0 }?.schedule(at: now + .seconds(1))
    }
    holder.withLock { $0 = timer }
    timer.schedule(at: .seconds(101))
    clock.advance(by: .seconds(3))
    #expect(log.entries == ["101.0", "102.0", "103.0"])
    holder.withLock { $0 = nil }
  }

  @Test func timerFiresOnceForEachTimeItIsArmed() {
    let timer = clock.makeTimer(label: "") { [log] _ in log.add("fired") }
    timer.schedule(at: .seconds(101))
    timer.schedule(at: .seconds(102))
    clock.advance(by: .seconds(10))
    #expect(log.entries == ["fired"])
  }

  @Test func cancelledOrForgottenTimersDoNotFire() {
    let cancelled = clock.makeTimer(label: "cancelled") { [log] _ in log.add("cancelled") }
    cancelled.schedule(at: .seconds(101))
    cancelled.cancel()
    var forgotten: (any MediaTimer)? = clock.makeTimer(label: "") { [log] _ in log.add("forgotten")
    }
    forgotten?.schedule(at: .seconds(101))
    #expect(clock.armedTimerCount == 1)
    forgotten = nil
    #expect(clock.armedTimerCount == 0)
    clock.advance(by: .seconds(2))
    #expect(log.entries.isEmpty)
  }

  @Test func advanceInsideAHandlerMovesTheGoal() {
    let first = clock.makeTimer(label: "") { [log, clock] _ in
      log.add("first")
      clock.advance(by: .seconds(5))
      log.add("still first")
    }
    let second = clock.makeTimer(label: "") { [log] _ in log.add("second") }
    first.schedule(at: .seconds(101))
    second.schedule(at: .seconds(104))
    clock.advance(by: .seconds(1))
    #expect(log.entries == ["first", "still first", "second"])
    #expect(clock.now == .seconds(106))
  }

  @Test func sleepEndsAtItsDeadlineAndLeavesNothingArmed() async throws {
    let sleeper = Task { [clock] in
      try await clock.sleep(until: .seconds(102))
      return clock.now
    }
    try await clock.waitUntilArmed()
    clock.advance(by: .seconds(2))
    #expect(try await sleeper.value == .seconds(102))
    #expect(clock.armedTimerCount == 0)
  }

  @Test func sleepUntilAMomentThatHasPassedReturnsAtOnce() async throws {
    try await clock.sleep(until: .seconds(1))
    try await clock.sleep(until: clock.now)
  }

  @Test func cancelledSleepThrowsAndLeavesNothingArmed() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(until: .seconds(102)) }
    try await clock.waitUntilArmed()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.armedTimerCount == 0)
  }

  @Test func waitUntilArmedEndsWhenCancelled() async throws {
    let waiter = Task { [clock] in try await clock.waitUntilArmed(3) }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }
}

/// Lines in the order in which they were added, from any thread.
final class Log: Sendable {
  private let lines = Locked<[String]>([])
  var entries: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
