import Dispatch
import Synchronization
import SystemThreads
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WorkerThreadTests {
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  /// Sets a flag when it is let go.
  private final class Held: Sendable {
    private let gone: Flag
    init(_ gone: Flag) { self.gone = gone }
    deinit { gone.set() }
  }

  private func holding(_ gone: Flag) throws -> WorkerThread {
    let held = Held(gone)
    return try WorkerThread { _ = held }
  }

  @Test func whoHasJoinedFindsEverythingLetGo() throws {
    for round in 0..<200 {
      let gone = Flag()
      try holding(gone).join()
      #expect(gone.isSet, "round \(round)")
    }
  }

  @Test func whoHasAwaitedTheEndFindsEverythingLetGo() async throws {
    for round in 0..<200 {
      let gone = Flag()
      try await holding(gone).end()
      #expect(gone.isSet, "round \(round)")
    }
  }

  @Test func aThreadThatHangsIsAwaitedForTheLimitOnly() async throws {
    let gate = DispatchSemaphore(value: 0)
    let gone = Flag()
    let held = Held(gone)
    let thread = try WorkerThread { [held] in
      gate.wait()
      _ = held
    }
    await thread.end(limit: .milliseconds(10))
    #expect(!gone.isSet)
    gate.signal()
    thread.join()
  }
}
