import MediaTypes

/// A source's buffers on their way back from the frames that had them to the thread that serves the source.
///
/// *Context*: any thread; the lock is held for a moment only, so that letting go of a frame never waits.
package final class ReturnedBuffers<Name: Sendable>: Sendable {
  private let names = Locked<[Name]>([])

  /// Nothing is back yet.
  package init() {}

  /// A buffer's last frame is gone.
  ///
  /// - Parameter name: what the source knows the buffer by.
  package func put(_ name: Name) { names.withLock { $0.append(name) } }

  /// The buffers that have come back since the last call.
  package func take() -> [Name] {
    names.withLock { names in
      guard !names.isEmpty else { return [] }
      defer { names.removeAll(keepingCapacity: true) }
      return names
    }
  }
}
