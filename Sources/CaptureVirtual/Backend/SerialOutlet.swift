import MediaTypes

/// Hands a stream's events to its handler: one call at a time, in order, and none after `close`.
///
/// An event that is sent while a call is running, also from inside the handler, is handed over by
/// the thread that makes that call. No lock is held during a call.
final class SerialOutlet<Event: Sendable>: Sendable {
  typealias Handler = @Sendable (Event) -> Void

  private struct State: Sendable {
    var handler: Handler?
    /// The next events; the last one when `isOver`.
    var queue: [Event] = []
    var isOver = false
    var isCalling = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    mutating func next() -> (handler: Handler, event: Event)? {
      guard let handler, !queue.isEmpty else {
        isCalling = false
        return nil
      }
      return (handler, queue.removeFirst())
    }
  }

  private let state = Locked(State())

  /// Sets who receives the events.
  func open(_ handler: @escaping Handler) { state.withLock { $0.handler = handler } }

  /// Hands over an event.
  ///
  /// - Parameter isLast: whether later events are to be dropped.
  func send(_ event: Event, isLast: Bool = false) {
    let mustCall = state.withLock { state in
      guard state.handler != nil, !state.isOver else { return false }
      state.queue.append(event)
      state.isOver = isLast
      defer { state.isCalling = true }
      return !state.isCalling
    }
    if mustCall { drain() }
  }

  /// Forgets the handler and what was not handed over yet.
  ///
  /// *Context*: returns when a call that is running has ended; suspends, blocks no thread.
  func close() async {
    await withCheckedContinuation { continuation in
      let isQuiet = state.withLock { state in
        state.handler = nil
        state.queue = []
        if state.isCalling { state.waiters.append(continuation) }
        return !state.isCalling
      }
      if isQuiet { continuation.resume() }
    }
  }

  private func drain() {
    while let (handler, event) = state.withLock({ $0.next() }) { handler(event) }
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
