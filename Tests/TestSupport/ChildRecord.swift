import MediaTypes
import Foundation

/// What a child process has written and how it ended; wakes who waits for either.
final class ChildRecord: Sendable {
  struct Snapshot: Sendable {
    var bytes: [UInt8] = []
    var status: Int32?
    var outputIsOpen = false

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isComplete: Bool { status != nil && !outputIsOpen }
  }

  private let snapshot = Locked(Snapshot())
  private let changes = ChangeSignal()

  var text: String { snapshot.withLock { $0 }.text }
  var status: Int32? { snapshot.withLock { $0.status } }

  /// Collects what comes from a pipe until its end, on a thread of its own.
  func follow(_ output: FileHandle) {
    change { $0.outputIsOpen = true }
    Thread.detachNewThread { [self] in
      while case let data = output.availableData, !data.isEmpty {
        change { $0.bytes.append(contentsOf: data) }
      }
      change { $0.outputIsOpen = false }
    }
  }

  func end(status: Int32) { change { $0.status = status } }

  /// Waits until a question about the record has an answer.
  func wait<Answer: Sendable>(
    _ question: @Sendable (Snapshot) -> Answer?
  ) async throws -> Answer {
    for await _ in changes.subscribe() {
      if let answer = question(snapshot.withLock { $0 }) { return answer }
    }
    throw CancellationError()
  }

  private func change(_ body: (inout Snapshot) -> Void) {
    snapshot.withLock { body(&$0) }
    changes.send()
  }
}

/// Wakes any number of waiting tasks; each starts with one wake-up, so that nothing is missed.
final class ChangeSignal: Sendable {
  private let listeners = Locked<(next: Int, open: [Int: AsyncStream<Void>.Continuation])>((0, [:]))

  func subscribe() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = listeners.withLock { listeners in
      listeners.next += 1
      listeners.open[listeners.next] = continuation
      return listeners.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.listeners.withLock { $0.open.removeValue(forKey: id) }
    }
    continuation.yield()
    return stream
  }

  func send() {
    for continuation in listeners.withLock({ Array($0.open.values) }) { continuation.yield() }
  }
}
