import Glibc
import MediaTypes
import Testing
import Viewfinder

@Suite("System clock", .timeLimit(.minutes(1)))
struct SystemClockTests {
  let clock = SystemClock()

  @Test("is the system's monotonic clock")
  func monotonic() {
    var time = timespec()
    let before = clock.now
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let after = clock.now
    let monotonic =
      MediaTime.seconds(Int64(time.tv_sec)) + MediaTime(nanoseconds: Int64(time.tv_nsec))
    #expect(before <= monotonic && monotonic <= after)
  }

  @Test("sleeps no shorter than asked, and not at all for a moment that has passed")
  func sleeping() async throws {
    let deadline = clock.now + .milliseconds(20)
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
    try await clock.sleep(until: .zero)
    try await clock.sleep(until: MediaTime(nanoseconds: .min))
  }

  @Test("a timer can be armed again by its own handler")
  func rearming() async {
    let (fired, continuation) = AsyncStream.makeStream(of: MediaTime.self)
    let timer = clock.makeTimer(label: "test") { continuation.yield($0) }
    timer.schedule(at: clock.now)
    var times: [MediaTime] = []
    for await time in fired {
      times.append(time)
      if times.count == 5 { break }
      timer.schedule(at: time + .milliseconds(1))
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 >= $0 + .milliseconds(1) })
  }

  @Test("a later deadline takes the place of an earlier one, and a cancelled timer stays silent")
  func replacing() async throws {
    let counter = Counter()
    let timer = clock.makeTimer(label: "test") { _ in counter.add() }
    timer.schedule(at: clock.now + .milliseconds(30))
    timer.schedule(at: MediaTime(nanoseconds: .max))
    let cancelled = clock.makeTimer(label: "test") { _ in counter.add() }
    cancelled.schedule(at: clock.now + .milliseconds(30))
    cancelled.cancel()
    try await clock.sleep(until: clock.now + .milliseconds(100))
    #expect(counter.count == 0)
    withExtendedLifetime((timer, cancelled)) {}
  }
}
