import MediaTypes

/// Something that ends once, and what is to be done then, also when that is only known afterwards.
///
/// *Context*: any thread.
final class Ending: Sendable {
  private struct State {
    var isOver = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// It has ended.
  func end() {
    let action = state.withLock { state in
      defer { state.action = nil }
      state.isOver = true
      return state.action
    }
    action?()
  }

  /// Does something at the end: at once if that has been.
  func onEnd(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.action = action }
      return state.isOver
    }
    if isOver { action() }
  }
}
