import MediaTypes

/// A value that any number of tasks can watch.
///
/// *Context*: any thread; no call waits.
final class StateBoard<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var watchers: [UInt64: AsyncStream<Value>.Continuation] = [:]
    var lastID: UInt64 = 0
    var isOver = false
  }

  private let state: Locked<State>
  private let onChange: @Sendable (_ old: Value, _ new: Value) -> Void

  /// - Parameter onChange: told of each change, in order; must not come back here.
  init(
    _ value: Value, onChange: @escaping @Sendable (_ old: Value, _ new: Value) -> Void = { _, _ in }
  ) {
    state = Locked(State(value: value))
    self.onChange = onChange
  }

  deinit { finish() }

  /// Nothing changes any more: watchers end, those that come later after the value.
  func finish() {
    let watchers = state.withLock { state in
      state.isOver = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.finish() }
  }

  var value: Value { state.withLock { $0.value } }

  /// Changes the value and tells the watchers, in the order of the changes.
  func update(_ change: (inout Value) -> Void) where Value: Equatable {
    state.withLock { state in
      let before = state.value
      change(&state.value)
      guard state.value != before else { return }
      onChange(before, state.value)
      for watcher in state.watchers.values { watcher.yield(state.value) }
    }
  }

  /// The value now, then each later one; a slow reader gets the latest only.
  func values() -> AsyncStream<Value> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let (id, isOver) = state.withLock { state in
      state.lastID += 1
      if !state.isOver { state.watchers[state.lastID] = watcher }
      watcher.yield(state.value)
      return (state.lastID, state.isOver)
    }
    guard !isOver else {
      watcher.finish()
      return stream
    }
    watcher.afterEnd { [weak self] in
      self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) }
    }
    return stream
  }
}
