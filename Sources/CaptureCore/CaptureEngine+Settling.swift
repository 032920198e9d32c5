// For those who move the clock themselves: an engine works on tasks of its own, in real time, and what it has
// to do at one moment of a virtual clock must be done before that goes on.

extension CaptureEngine {
  /// Whether only a clock, a caller, or a camera by itself can bring something new.
  var isSettled: Bool { inbox.isEmpty && !machine.awaitsBackend }

  /// Whether somebody waits for an answer.
  var isAsked: Bool { !answers.isEmpty }

  /// Suspends until the engine has done what there is to do without the clock.
  ///
  /// *Context*: with back ends that answer without the clock; another one is waited for without end.
  package func settled() async {
    guard !isSettled else { return }
    await withCheckedContinuation { settling.append($0) }
  }

  func tellSettled() {
    guard !settling.isEmpty, isSettled else { return }
    let waiting = settling
    settling = []
    for continuation in waiting { continuation.resume() }
  }
}

extension SessionStateMachine {
  /// Whether a back end owes an answer.
  var awaitsBackend: Bool {
    if case .opening(let opening) = state {
      switch opening.candidate.step {
      case .opening, .starting: return true
      case .resting, .blocked, .awaitingFrame: break
      }
    }
    return !overdue.isEmpty || departures.contains { $0.step != .lingering }
  }
}
