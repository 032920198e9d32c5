import Dispatch
import SystemThreads
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PerformTests {
  private struct Refusal: Error {}

  @Test func workIsDoneOnTheQueueAndItsValueComesBack() async {
    let queue = DispatchQueue(label: "work")
    let value = await queue.perform {
      dispatchPrecondition(condition: .onQueue(queue))
      return 7
    }
    #expect(value == 7)
  }

  @Test func whatTheWorkThrowsIsThrown() async {
    let queue = DispatchQueue(label: "work")
    await #expect(throws: Refusal.self) {
      try await queue.perform { () throws(Refusal) -> Void in throw Refusal() }
    }
  }
}
