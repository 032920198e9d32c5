import MediaTypes

/// What a router knows of one open stream.
struct FrameInput: Sendable {
  let stream: StreamID
  let camera: CameraID
  let decoder: (any JPEGDecoder)?
  var times = FrameTimeCheck()
  /// One slot: the newest frame with pixels.
  var mailbox: VideoFrame?
}

/// A router's streams, subscribers and counts: a plain value, changed under the router's lock.
struct FrameRouterState: Sendable {
  /// A frame that may go on.
  struct Admitted: Sendable {
    let frame: VideoFrame
    let decoder: (any JPEGDecoder)?
    let needsPixels: Bool
  }

  /// Whom to tell, and the frames that went out of use: to be let go outside the lock.
  struct Published: Sendable {
    let handlers: HandlerList<StreamID>
    let replaced: VideoFrame?
    let evicted: [VideoFrame]
  }

  /// The open streams: a few, so that looking one up is quick, and changing it in place costs no
  /// memory, as it would in a dictionary.
  private var inputs: [FrameInput] = []
  var current: StreamID?
  var queues: [FrameQueue] = []
  var handlers = HandlerList<StreamID>()
  var statistics = CaptureStatistics()
  private var lastCarried: MediaTime?

  private var needsPixels: Bool {
    !handlers.isEmpty || queues.contains { $0.content == .decoded }
  }

  mutating func open(_ input: FrameInput) -> FrameInput? {
    let earlier = close(input.stream)
    inputs.append(input)
    return earlier
  }

  mutating func close(_ stream: StreamID) -> FrameInput? {
    index(of: stream).map { inputs.remove(at: $0) }
  }

  func latest(of stream: StreamID) -> VideoFrame? {
    index(of: stream).flatMap { inputs[$0].mailbox }
  }

  private func index(of stream: StreamID) -> Int? {
    inputs.firstIndex { $0.stream == stream }
  }

  /// Checks a frame's stream and time.
  ///
  /// - Returns: nil for a frame that was dropped and counted.
  mutating func admit(
    _ frame: VideoFrame, from stream: StreamID, arrival: MediaTime
  ) -> Admitted? {
    guard let index = index(of: stream) else {
      statistics.countDropped(.stale)
      return nil
    }
    var frame = frame
    switch inputs[index].times.judge(frame.presentationTime, arrival: arrival) {
    case .keep: break
    case .repair(let time):
      statistics.repairedTimes += 1
      frame = frame.retimed(to: time)
    case .drop:
      statistics.countDropped(.badTime)
      return nil
    }
    return Admitted(frame: frame, decoder: inputs[index].decoder, needsPixels: needsPixels)
  }

  /// Puts a frame where it is wanted.
  ///
  /// - Parameters:
  ///   - captured: as it came.
  ///   - pixels: the same, decoded; nil when nobody needs pixels.
  /// - Returns: nil when the stream was closed while the frame was decoded.
  mutating func publish(
    _ captured: VideoFrame, _ pixels: VideoFrame?, from stream: StreamID
  ) -> Published? {
    guard let index = index(of: stream) else {
      statistics.countDropped(.stale)
      return nil
    }
    statistics.countDelivered(from: inputs[index].camera)
    let replaced = inputs[index].mailbox
    inputs[index].mailbox = pixels
    return Published(
      handlers: handlers, replaced: replaced,
      evicted: stream == current ? carry(captured, pixels) : [])
  }

  /// Hands a frame of the current stream to the frame streams.
  ///
  /// - Returns: the frames that had to make room.
  private mutating func carry(_ captured: VideoFrame, _ pixels: VideoFrame?) -> [VideoFrame] {
    // Two cameras' frames may overlap in time around a flip; a reader gets times that only grow.
    guard captured.presentationTime > lastCarried ?? MediaTime(nanoseconds: .min) else {
      statistics.countDropped(.stale)
      return []
    }
    lastCarried = captured.presentationTime
    var evicted: [VideoFrame] = []
    for queue in queues {
      guard let frame = queue.content == .decoded ? pixels : captured else { continue }
      if let oldest = queue.push(frame) { evicted.append(oldest) }
    }
    statistics.countDropped(.consumerTooSlow, evicted.count)
    return evicted
  }
}
