import MediaTypes

/// A registered handler; ends with `cancel()` or with its last reference.
///
/// *Context*: any thread. A call that has already begun on another thread runs to its end.
public final class FrameObservation: Sendable {
  private struct State {
    var onCancel: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  package init(onCancel: @escaping @Sendable () -> Void) {
    state = Locked(State(onCancel: onCancel))
  }

  deinit { cancel() }

  /// Ends the observation; a second time does nothing.
  public func cancel() {
    let action = state.withLock { state in
      defer { state.onCancel = nil }
      return state.onCancel
    }
    action?()
  }
}

/// Handlers that are called one after another, in the order in which they came.
package struct HandlerList<Value>: Sendable {
  package typealias Handler = @Sendable (Value) -> Void

  private var handlers: [(id: UInt64, handler: Handler)] = []
  private var lastID: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { handlers.isEmpty }

  package mutating func add(_ handler: @escaping Handler) -> UInt64 {
    lastID += 1
    handlers.append((lastID, handler))
    return lastID
  }

  package mutating func remove(_ id: UInt64) {
    handlers.removeAll { $0.id == id }
  }

  /// Calls them all; on a copy, outside the lock that guards the list.
  package func callAsFunction(_ value: Value) {
    for entry in handlers { entry.handler(value) }
  }
}
