import MediaTypes
import Synchronization

/// Brings what happens on other threads to the engine, in order.
///
/// Unbounded, which is safe: no frame goes through here, and a stream, a timer and a back end say
/// only a few things each.
final class EngineInbox: Sendable {
  enum Message: Sendable {
    case event(SessionStateMachine.Event)
    case firstFrame(StreamID, MediaTime)
    case fired(SessionStateMachine.Timer, generation: UInt64)
  }

  private let continuation: AsyncStream<Message>.Continuation
  private let unread: Mutex<AsyncStream<Message>?>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
    self.continuation = continuation
    unread = Mutex(stream)
  }

  /// The messages, for the one reader; nil from the second call on.
  func takeMessages() -> AsyncStream<Message>? {
    unread.withLock { unread in
      defer { unread = nil }
      return unread
    }
  }

  func post(_ message: Message) { continuation.yield(message) }

  func post(_ event: SessionStateMachine.Event) { post(.event(event)) }

  func finish() { continuation.finish() }
}
