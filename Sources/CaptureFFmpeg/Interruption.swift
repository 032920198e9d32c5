import MediaTypes

/// What ends a call of the library that waits for the network: a time limit, or somebody who wants no
/// more. The library asks about ten times a second.
///
/// *Context*: any thread; no call waits.
final class Interruption: Sendable {
  private struct State {
    var isCancelled = false
    var deadline: MediaTime?
  }

  private let clock: any MediaClock
  private let state = Locked(State())

  init(clock: any MediaClock) {
    self.clock = clock
  }

  /// Ends every call from now on.
  func cancel() { state.withLock { $0.isCancelled = true } }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Lets calls take so long from now, and no longer.
  func allow(_ time: MediaTime) {
    let deadline = clock.now + time
    state.withLock { $0.deadline = deadline }
  }

  /// Whether a call has to end.
  var isDue: Bool {
    let now = clock.now
    return state.withLock { state in
      state.isCancelled || state.deadline.map { now >= $0 } ?? false
    }
  }
}
