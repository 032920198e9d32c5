/// Joins one timer with one waiting task; finishing twice, or before the wait, is fine.
final class TimerWaiter: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case finished
  }

  private let state = Locked(State.idle)

  func wait(arm: () -> Void) async {
    await withCheckedContinuation { continuation in
      let resumeNow = state.withLock { state in
        if case .finished = state { return true }
        state = .waiting(continuation)
        return false
      }
      if resumeNow {
        continuation.resume()
      } else {
        arm()
      }
    }
  }

  func finish() {
    let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
      defer { state = .finished }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }
}
