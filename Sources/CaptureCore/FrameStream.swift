public import MediaTypes

/// Which frames a frame stream carries.
public enum FrameContent: Hashable, Sendable {
  /// With pixels: compressed frames are decoded first.
  case decoded
  /// As the camera sent them, MJPEG undecoded.
  case asCaptured
}

/// The frames of the current camera, going on over flips, in the order of their times.
///
/// Holds at most `bound` frames; when the reader is slower than the camera the oldest is dropped and
/// counted. Ends when the session stops or is gone, after the frames that it still holds, or when the reading
/// task is cancelled. Not for a preview, which wants the newest frame only.
///
/// Each stream is a subscription of its own and ends with its last reference. Several tasks may read
/// one stream; each frame then goes to one of them.
///
/// *Context*: any task.
public struct FrameStream: AsyncSequence, Sendable {
  /// Frames never fail; the session's state says why they stop.
  public typealias Failure = Never

  /// The most frames that wait for the reader.
  public let bound: Int
  private let subscription: FrameSubscription

  init(bound: Int, subscription: FrameSubscription) {
    self.bound = bound
    self.subscription = subscription
  }

  /// Frames dropped so far because the reader was slower than the camera.
  public var droppedCount: Int { subscription.queue.droppedCount }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Reads a frame stream.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: FrameSubscription

    /// The next frame, waiting for it if necessary; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> VideoFrame? {
      await subscription.queue.next()
    }

    /// The next frame, waiting for it if necessary; nil at the end.
    public mutating func next() async -> VideoFrame? { await subscription.queue.next() }
  }
}

/// Keeps a queue in the router's list for as long as somebody can read it.
final class FrameSubscription: Sendable {
  let queue: FrameQueue
  private let router: FrameRouter

  init(queue: FrameQueue, router: FrameRouter) {
    self.queue = queue
    self.router = router
  }

  deinit { router.remove(queue) }
}
