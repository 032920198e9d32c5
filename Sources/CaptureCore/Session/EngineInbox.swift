import MediaTypes
import Synchronization

/// Brings what happens on other threads to the engine, in order.
///
/// Holds little, however slow the engine is: no frame goes through here, a stream and a timer say only
/// a few things each, and of a back end's lists only the latest is kept.
final class EngineInbox: Sendable {
  enum Message: Sendable {
    case event(SessionStateMachine.Event)
    /// A back end has a new list: `takeList` gives it.
    case devices(backend: String)
    case firstFrame(StreamID, MediaTime)
    case fired(SessionStateMachine.Timer, generation: UInt64)
  }

  private let continuation: AsyncStream<Message>.Continuation
  private let unread: Locked<AsyncStream<Message>?>
  private let lists = Locked<[String: DeviceList]>([:])
  private let waiting = Atomic(0)

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
    self.continuation = continuation
    unread = Locked(stream)
  }

  /// The messages, for the one reader; nil from the second call on.
  func takeMessages() -> AsyncStream<Message>? {
    unread.withLock { unread in
      defer { unread = nil }
      return unread
    }
  }

  func post(_ message: Message) {
    waiting.add(1, ordering: .relaxed)
    continuation.yield(message)
  }

  /// The reader is done with a message.
  func messageDone() { waiting.subtract(1, ordering: .relaxed) }

  /// Whether the reader is done with all that was posted.
  var isEmpty: Bool { waiting.load(ordering: .relaxed) == 0 }

  func post(_ event: SessionStateMachine.Event) { post(.event(event)) }

  /// Posts a back end's latest list in place of one that has not been taken yet.
  func post(_ list: DeviceList, of backend: String) {
    let isNews = lists.withLock { $0.updateValue(list, forKey: backend) == nil }
    if isNews { post(.devices(backend: backend)) }
  }

  func takeList(of backend: String) -> DeviceList? {
    lists.withLock { $0.removeValue(forKey: backend) }
  }

  func finish() { continuation.finish() }
}
