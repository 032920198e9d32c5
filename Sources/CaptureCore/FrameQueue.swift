import MediaTypes

/// The bounded buffer between a capture thread and the tasks that read one frame stream.
///
/// *Context*: `push` and `finish` from any thread, they never wait; `next` from tasks.
final class FrameQueue: FrameSink {
  let content: FrameContent
  private let state: Locked<FrameQueueState>

  init(bound: Int, content: FrameContent) {
    self.content = content
    state = Locked(FrameQueueState(bound: bound))
  }

  var droppedCount: Int { state.withLock { $0.droppedCount } }

  func push(_ frame: VideoFrame, from origin: FrameOrigin) -> VideoFrame? { push(frame) }

  /// Adds a frame.
  ///
  /// - Returns: the frame that had to make room for it. The caller lets go of it outside its locks.
  func push(_ frame: VideoFrame) -> VideoFrame? {
    let (waiter, evicted) = state.withLock { $0.push(frame) }
    waiter?.resume(returning: frame)
    return evicted
  }

  /// Ends the stream after the frames that are in it.
  func finish() {
    let (waiters, watchers) = state.withLock { ($0.finish(), $0.giveUpOnReader()) }
    for waiter in waiters { waiter.resume(returning: nil) }
    for watcher in watchers { watcher.resume() }
  }

  /// The oldest frame, as soon as there is one; nil at the end or when the task is cancelled.
  func next() async -> VideoFrame? {
    let id = state.withLock { $0.makeWaiterID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (turn, watchers) = state.withLock { ($0.wait(id, continuation), $0.takeWatchers()) }
        for watcher in watchers { watcher.resume() }
        switch turn {
        case .frame(let frame): continuation.resume(returning: frame)
        case .ended: continuation.resume(returning: nil)
        // Cancelled between the handler's set-up and here: the handler found nobody waiting.
        case .waiting: if Task.isCancelled { cancel(id) }
        }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Suspends until the reader waits for the next frame; returns at once where nobody reads.
  ///
  /// - Parameters:
  ///   - limit: the longest; then the reader counts as nobody until it reads again.
  ///   - clock: what the limit is measured on.
  func caughtUp(within limit: MediaTime, on clock: any MediaClock) async {
    let timer = clock.makeTimer(label: "frame reader") { [weak self] _ in
      for watcher in self?.state.withLock({ $0.giveUpOnReader() }) ?? [] { watcher.resume() }
    }
    timer.schedule(at: clock.now + limit)
    await withCheckedContinuation { continuation in
      let waits = state.withLock { $0.watch(continuation) }
      if !waits { continuation.resume() }
    }
    timer.cancel()
  }

  private func cancel(_ id: UInt64) {
    state.withLock { $0.cancel(id) }?.resume(returning: nil)
  }
}

/// A ring of frames, or the tasks that wait for one; never both.
struct FrameQueueState: Sendable {
  typealias Waiter = CheckedContinuation<VideoFrame?, Never>

  enum Turn {
    case frame(VideoFrame)
    case ended
    case waiting
  }

  private var ring: [VideoFrame?]
  private var first = 0
  private var count = 0
  private var waiters: [(id: UInt64, continuation: Waiter)] = []
  private var lastWaiterID: UInt64 = 0
  private var isFinished = false
  /// Somebody has asked for a frame, and may come back for the next.
  private var isRead = false
  /// Those who wait until the reader waits.
  private var watchers: [CheckedContinuation<Void, Never>] = []
  private(set) var droppedCount = 0

  init(bound: Int) {
    ring = Array(repeating: nil, count: max(bound, 1))
  }

  mutating func push(_ frame: VideoFrame) -> (waiter: Waiter?, evicted: VideoFrame?) {
    guard !isFinished else { return (nil, nil) }
    if !waiters.isEmpty { return (waiters.removeFirst().continuation, nil) }
    var evicted: VideoFrame?
    if count == ring.count {
      evicted = takeOldest()
      droppedCount += 1
    }
    ring[(first + count) % ring.count] = frame
    count += 1
    return (nil, evicted)
  }

  mutating func finish() -> [Waiter] {
    isFinished = true
    defer { waiters = [] }
    return waiters.map(\.continuation)
  }

  mutating func makeWaiterID() -> UInt64 {
    lastWaiterID += 1
    return lastWaiterID
  }

  mutating func wait(_ id: UInt64, _ continuation: Waiter) -> Turn {
    isRead = true
    if let frame = takeOldest() { return .frame(frame) }
    if isFinished { return .ended }
    waiters.append((id, continuation))
    return .waiting
  }

  /// - Returns: false where there is nothing to wait for.
  mutating func watch(_ watcher: CheckedContinuation<Void, Never>) -> Bool {
    guard isRead, waiters.isEmpty, !isFinished else { return false }
    watchers.append(watcher)
    return true
  }

  /// Those who are to be told that the reader waits, if it does.
  mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
    guard !waiters.isEmpty else { return [] }
    defer { watchers = [] }
    return watchers
  }

  mutating func giveUpOnReader() -> [CheckedContinuation<Void, Never>] {
    isRead = false
    defer { watchers = [] }
    return watchers
  }

  mutating func cancel(_ id: UInt64) -> Waiter? {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
    return waiters.remove(at: index).continuation
  }

  private mutating func takeOldest() -> VideoFrame? {
    guard count > 0 else { return nil }
    defer {
      ring[first] = nil
      first = (first + 1) % ring.count
      count -= 1
    }
    return ring[first]
  }
}
