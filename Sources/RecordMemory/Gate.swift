import MediaTypes
import Dispatch

/// Lets threads pass or stand, as a test says.
final class Gate: Sendable {
  private struct State {
    var isOpen = true
    /// How many may pass a closed gate.
    var passes = 0
    var waiting = 0
  }

  private let state = Locked(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// Blocks the thread while the gate is closed.
  func wait() {
    let mustWait = state.withLock { state in
      if state.isOpen { return false }
      if state.passes > 0 {
        state.passes -= 1
        return false
      }
      state.waiting += 1
      return true
    }
    if mustWait { semaphore.wait() }
  }

  func close() { state.withLock { $0.isOpen = false } }

  func open() {
    let waiting = state.withLock { state in
      defer { (state.isOpen, state.passes, state.waiting) = (true, 0, 0) }
      return state.waiting
    }
    for _ in 0..<waiting { semaphore.signal() }
  }

  func pass(_ count: Int) {
    let woken = state.withLock { state in
      let woken = min(count, state.waiting)
      state.waiting -= woken
      state.passes += count - woken
      return woken
    }
    for _ in 0..<woken { semaphore.signal() }
  }
}
