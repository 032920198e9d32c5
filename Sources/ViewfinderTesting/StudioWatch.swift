import MediaTypes
import Viewfinder

/// Knows whether the session has something to do before a clock may go on.
final class StudioWatch: Sendable {
  struct State: Sendable {
    /// Starts and flips that have not returned.
    fileprivate var works = 0
    /// A work has begun, and no camera was opened since.
    fileprivate var expectsCamera = false
    /// Cameras that are being opened or started.
    fileprivate var opening = 0
    /// Cameras that have failed and were not given back yet.
    fileprivate var failed = 0
    /// A camera has sent its first frame, and no work has returned since.
    fileprivate var expectsReturn = false
    /// Something was done with a camera since this was last asked.
    fileprivate var isActive = false
    fileprivate var waiter: Waiter?

    var isIdle: Bool { works == 0 }
    var hasOpened: Bool { isIdle || !expectsCamera }
    var isSettled: Bool { opening == 0 && failed == 0 && (isIdle || !expectsReturn) }
  }

  fileprivate struct Waiter: Sendable {
    let condition: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Locked(State())

  /// Whether every start and flip has returned.
  var isIdle: Bool { state.withLock(\.isIdle) }

  /// A start or flip was asked for, or a microphone, which opens no camera.
  func beginWork(expectsCamera: Bool = true) {
    update {
      $0.works += 1
      $0.expectsCamera = expectsCamera
    }
  }

  /// A start or flip has returned.
  func endWork() {
    update {
      $0.works -= 1
      $0.expectsReturn = false
    }
  }

  /// A camera is being opened; `endOpening` follows.
  func beginOpening() {
    update {
      $0.opening += 1
      $0.expectsCamera = false
      $0.isActive = true
    }
  }

  /// A camera has started or refused, or is not wanted any more.
  func endOpening() {
    update {
      $0.opening -= 1
      $0.isActive = true
    }
  }

  /// A camera has failed; `giveBack` follows.
  func fail() { update { $0.failed += 1 } }

  /// A camera that has failed is given back.
  func giveBack() {
    update {
      $0.failed -= 1
      $0.isActive = true
    }
  }

  /// A camera has sent its first frame since its start.
  func takeFirstFrame() { update { $0.expectsReturn = !$0.isIdle } }

  /// Stops to expect what did not come.
  ///
  /// - Returns: whether something was done with a camera since the last call.
  func forget() -> Bool {
    update { state in
      defer {
        state.expectsCamera = false
        state.expectsReturn = false
        state.isActive = false
      }
      return state.isActive
    }
  }

  /// Suspends until a condition holds, or for so long in real time.
  ///
  /// *Context*: one task at a time.
  func wait(limit: MediaTime, until condition: @escaping @Sendable (State) -> Bool) async {
    let clock = SystemClock()
    let timer = clock.makeTimer(label: "patience") { [self] _ in
      take { _ in true }?.resume()
    }
    await withCheckedContinuation { continuation in
      let holds = state.withLock { state in
        guard !condition(state) else { return true }
        state.waiter = Waiter(condition: condition, continuation: continuation)
        return false
      }
      // After the waiter is in place, which the timer is to wake.
      if holds { continuation.resume() } else { timer.schedule(at: clock.now + limit) }
    }
    timer.cancel()
  }

  private func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let result = state.withLock { change(&$0) }
    take { state in state.waiter?.condition(state) == true }?.resume()
    return result
  }

  /// Takes the waiter out, if it is to be woken.
  private func take(if wakes: (State) -> Bool) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      guard wakes(state) else { return nil }
      defer { state.waiter = nil }
      return state.waiter?.continuation
    }
  }
}
