import MediaTypes

/// Hands a session's events to whoever reads them.
///
/// *Context*: any thread; no call waits.
final class EventBoard: Sendable {
  private struct State {
    var readers: [UInt64: AsyncStream<SessionEvent>.Continuation] = [:]
    var lastID: UInt64 = 0
  }

  private let state = Locked(State())

  /// The most events that wait for a reader; then the oldest is dropped.
  static let bound = 64

  deinit {
    for reader in state.withLock({ $0.readers.values }) { reader.finish() }
  }

  func post(_ event: SessionEvent) {
    state.withLock { state in
      for reader in state.readers.values { reader.yield(event) }
    }
  }

  /// Those from now on.
  func events() -> AsyncStream<SessionEvent> {
    let (stream, reader) = AsyncStream.makeStream(
      of: SessionEvent.self, bufferingPolicy: .bufferingNewest(Self.bound))
    let id = state.withLock { state in
      state.lastID += 1
      state.readers[state.lastID] = reader
      return state.lastID
    }
    reader.afterEnd { [weak self] in
      self?.state.withLock { _ = $0.readers.removeValue(forKey: id) }
    }
    return stream
  }
}
