import SystemThreads
import TestSupport
import Testing

@testable import CapturePipeWire

struct LoopThreadTests {
  /// Lives on a loop's thread; tells when it ends.
  private final class Diary {
    var entries: [Int] = []
    let ended: @Sendable () -> Void
    init(ended: @escaping @Sendable () -> Void) { self.ended = ended }
    deinit { ended() }
  }

  @Test func jobsAreDoneInOrderAndOneAtATime() async throws {
    let thread = try #require(LoopThread { _, _ in Diary(ended: {}) })
    for number in 0..<1000 { thread.post { $0.entries.append(number) } }
    let entries = await thread.ask { diary, reply in reply(diary.entries) }
    #expect(entries == Array(0..<1000))
  }

  @Test func aJobMayPostAnother() async throws {
    let thread = try #require(LoopThread { _, queue in Relay(queue: queue) })
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    thread.post { $0.pass(100) { end.finish() } }
    try await within(.seconds(30), "the last job") { for await _ in ends {} }
  }

  private final class Relay {
    private let queue: JobQueue<Relay>
    init(queue: JobQueue<Relay>) { self.queue = queue }

    func pass(_ count: Int, _ done: @escaping @Sendable () -> Void) {
      if count == 0 { done() } else { queue.post { $0.pass(count - 1, done) } }
    }
  }

  @Test func theStateEndsWithTheLastReferenceAlsoFromWithinAJob() async throws {
    for posts in [0, 1, 50] {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      do {
        let thread = try #require(LoopThread { _, _ in Diary { end.finish() } })
        // The jobs hold the last references to the thread.
        for _ in 0..<posts {
          thread.post { [thread] in $0.entries.append(withExtendedLifetime(thread) { 1 }) }
        }
      }
      try await within(.seconds(30), "the end of the state") { for await _ in ends {} }
    }
  }

  @Test func manyThreadsComeAndGo() async throws {
    for _ in 0..<100 {
      let thread = try #require(LoopThread { _, _ in Diary(ended: {}) })
      #expect(await thread.ask { $1(1) } == 1)
    }
  }
}
