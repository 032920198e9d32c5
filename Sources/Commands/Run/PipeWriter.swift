import Dispatch

/// Writes to a pipe whose reader may be slow, without holding up a thread of Swift's tasks.
struct PipeWriter: Sendable {
  let sink: ByteSink
  private let queue = DispatchQueue(label: "viewfinder.output")

  init(_ sink: ByteSink) {
    self.sink = sink
  }

  /// Writes all bytes; returns when the pipe has taken them.
  ///
  /// - Throws: `ClosedPipe` when nobody reads any more, else `CommandError`.
  func write(_ bytes: [UInt8]) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      queue.async { done.resume(with: Result { try sink.write(bytes) }) }
    }
  }
}
