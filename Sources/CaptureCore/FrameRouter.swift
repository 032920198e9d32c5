public import MediaTypes

/// Takes frames on the back ends' threads and hands them to whoever wants them: the newest one to a
/// preview, all of them to bounded streams.
///
/// Frames never wait here and never pass through an actor or a task. MJPEG is decoded once, on the
/// thread that brings it, and only while somebody needs pixels. Times are checked and repaired, and
/// whatever is lost is counted.
///
/// *Context*: any thread; a lock is held for moments only, never while decoding, calling a handler or
/// letting go of a frame. Delivering a frame allocates no memory unless one is dropped.
public final class FrameRouter: Sendable {
  private let decoders: JPEGDecoderFactory?
  private let clock: any MediaClock
  private let state = Locked(FrameRouterState())

  /// Makes a router without streams.
  ///
  /// - Parameters:
  ///   - decoders: makes one decoder for each stream; nil when there is none, MJPEG then counts as
  ///     undecodable for those who need pixels.
  ///   - clock: tells when a frame arrives.
  public init(decoders: JPEGDecoderFactory?, clock: any MediaClock) {
    self.decoders = decoders
    self.clock = clock
  }

  /// What became of the frames and flips so far.
  public var statistics: CaptureStatistics { state.withLock { $0.statistics } }
}

// MARK: - For the engine

extension FrameRouter {
  /// Announces a stream, before it starts.
  ///
  /// - Parameter rate: what the camera was set to, if it says so.
  public func open(_ stream: StreamID, camera: CameraID, rate: FrameRate? = nil) {
    let input = FrameInput(stream: stream, camera: camera, rate: rate, decoder: decoders?())
    let earlier = state.withLock { $0.open(input) }
    // The lock is open again: what the mailbox held may now go back to its owner.
    _ = earlier
  }

  /// Makes one stream's frames the ones that `frames` streams carry, its first ones included; nil for
  /// none. Frames of other open streams still reach their mailboxes.
  public func makeCurrent(_ stream: StreamID?) {
    let evicted = state.withLock { $0.makeCurrent(stream) }
    // As in `open`.
    _ = evicted
  }

  /// Forgets a stream; frames of it that still arrive count as stale.
  public func close(_ stream: StreamID) {
    let closed = state.withLock { $0.close(stream) }
    // As in `open`.
    _ = closed
  }

  /// Ends every frame stream that there is now, after the frames that it still holds.
  public func finishFrames() {
    for sink in state.withLock({ $0.sinks }) { sink.finish() }
  }

  /// Takes one event of a stream.
  ///
  /// - Returns: the frame, decoded if somebody needs pixels and with its time repaired; nil for other
  ///   events and for a frame that had to be dropped.
  ///
  /// *Context*: the back end's thread, one call at a time for each stream. Takes the time that
  /// decoding and the handlers take.
  @discardableResult
  public func deliver(_ event: CaptureStreamEvent, from stream: StreamID) -> VideoFrame? {
    switch event {
    case .frame(let frame): return deliver(frame, from: stream)
    case .dropped(let reason, let count):
      state.withLock { $0.statistics.countDropped(reason, count) }
      return nil
    case .formatChanged, .failed: return nil
    }
  }

  /// Counts a frame whose time was replaced before it came here.
  func countRepaired() { state.withLock { $0.statistics.repairedTimes += 1 } }

  private func deliver(_ frame: VideoFrame, from stream: StreamID) -> VideoFrame? {
    let arrival = clock.now
    guard let admitted = state.withLock({ $0.admit(frame, from: stream, arrival: arrival) })
    else { return nil }
    var pixels: VideoFrame?
    if !admitted.frame.format.isCompressed {
      pixels = admitted.frame
    } else if admitted.frame.format != .mjpeg {
      // Only for those who take frames as they came; who needs pixels gets none, and that is counted.
      if admitted.needsPixels { state.withLock { $0.statistics.countDropped(.undecodable) } }
    } else if admitted.needsPixels {
      pixels = decode(admitted.frame, with: admitted.decoder)
      if pixels == nil { return nil }
    }
    // What the lock's holder replaced is let go here, after the lock.
    guard let published = state.withLock({ $0.publish(admitted.frame, pixels, from: stream) })
    else { return nil }
    published.handlers(stream)
    return pixels ?? admitted.frame
  }

  private func decode(_ frame: VideoFrame, with decoder: (any JPEGDecoder)?) -> VideoFrame? {
    do throws(JPEGError) {
      guard let decoder else { throw JPEGError(.unsupported, "no JPEG decoder") }
      return try decoder.decode(frame)
    } catch {
      let reason: FrameDropReason = error.code == .noBuffer ? .noBuffer : .undecodable
      state.withLock { $0.statistics.countDropped(reason) }
      return nil
    }
  }
}

// MARK: - For those who want frames

extension FrameRouter {
  /// The newest frame of a stream, with pixels; nil before its first and after its closing.
  ///
  /// MJPEG cameras have one only while somebody observes or reads decoded frames.
  public func latest(of stream: StreamID) -> VideoFrame? {
    state.withLock { $0.latest(of: stream) }
  }

  /// Subscribes to the frames of whichever camera is current.
  ///
  /// - Parameters:
  ///   - bound: the most frames that wait for the reader; at least 1. Each may keep one of the
  ///     camera's own buffers busy, so a few are enough.
  ///   - content: with pixels, or as the camera sent them.
  public func frames(bound: Int, as content: FrameContent = .decoded) -> FrameStream {
    let queue = FrameQueue(bound: bound, content: content)
    add(queue)
    return FrameStream(
      bound: max(bound, 1), subscription: FrameSubscription(queue: queue, router: self))
  }

  /// Calls a handler each time a stream's newest frame has changed.
  ///
  /// - Parameter handler: called on the back end's thread; must not block.
  /// - Returns: what ends it, with `cancel()` or with its last reference.
  public func onFrame(_ handler: @escaping @Sendable (StreamID) -> Void) -> FrameObservation {
    let id = state.withLock { $0.handlers.add(handler) }
    return FrameObservation { [weak self] in self?.state.withLock { $0.handlers.remove(id) } }
  }

  /// Hands the frames of whichever camera is current to a sink, until it is removed.
  package func add(_ sink: any FrameSink) {
    state.withLock { $0.sinks.append(sink) }
  }

  /// Suspends until whoever reads a frame stream waits for the next frame, for a limited time: for a
  /// clock that goes on only when all is done.
  package func readersCaughtUp(within limit: MediaTime, on clock: any MediaClock) async {
    for case let queue as FrameQueue in state.withLock({ $0.sinks }) {
      await queue.caughtUp(within: limit, on: clock)
    }
  }

  package func remove(_ sink: any FrameSink) {
    state.withLock { state in state.sinks.removeAll { $0 === sink } }
  }
}

// MARK: - Flips

extension FrameRouter {
  /// Adds a flip that has ended to the statistics.
  public func record(_ report: FlipReport) {
    state.withLock { $0.statistics.record(report) }
  }

  /// Adds to the statistics when a flip's new picture was first to be seen.
  public func recordShown(_ flip: FlipID, at time: MediaTime) {
    state.withLock { $0.statistics.recordShown(flip, at: time) }
  }
}
