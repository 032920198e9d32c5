import MediaTypes

/// What a router knows of one open stream.
struct FrameInput: Sendable {
  let stream: StreamID
  let camera: CameraID
  let rate: FrameRate?
  let decoder: (any JPEGDecoder)?
  var times = FrameTimeCheck()
  /// One slot: the newest frame with pixels.
  var mailbox: VideoFrame?
  /// Whether it is, or has been, the current one.
  var wasCurrent = false
  /// The frames that came before it was made current, the newest ones, so that none is missing after a
  /// flip: that it is current is decided only when its first frame is there.
  var early: [FrameCarriage] = []
  /// How many of those are kept; each may keep one of the camera's own buffers busy.
  static let earlyBound = 3

  var origin: FrameOrigin { FrameOrigin(stream: stream, rate: rate) }
}

/// A frame as it came, and with pixels where somebody needs them.
struct FrameCarriage: Sendable {
  let captured: VideoFrame
  let pixels: VideoFrame?

  /// Both, to be let go outside the lock.
  var frames: [VideoFrame] { [captured] + (pixels.map { [$0] } ?? []) }
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
  private(set) var current: StreamID?
  var sinks: [any FrameSink] = []
  var handlers = HandlerList<StreamID>()
  var statistics = CaptureStatistics()
  private var lastCarried: MediaTime?

  private var needsPixels: Bool {
    !handlers.isEmpty || sinks.contains { $0.content == .decoded }
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
    // A back end's own name for the camera may be another than the camera's.
    var frame = frame.attributed(to: inputs[index].camera)
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
    let carriage = FrameCarriage(captured: captured, pixels: pixels)
    let evicted = stream == current ? carry(carriage, of: index) : keepEarly(carriage, of: index)
    return Published(handlers: handlers, replaced: replaced, evicted: evicted)
  }

  /// Makes one stream the current one.
  ///
  /// - Returns: frames that went out of use.
  mutating func makeCurrent(_ stream: StreamID?) -> [VideoFrame] {
    current = stream
    guard let index = stream.flatMap(index(of:)) else { return [] }
    inputs[index].wasCurrent = true
    let early = inputs[index].early
    inputs[index].early = []
    return early.flatMap { carry($0, of: index) + $0.frames }
  }

  /// Keeps a frame of a stream that is not the current one yet.
  private mutating func keepEarly(_ frame: FrameCarriage, of index: Int) -> [VideoFrame] {
    guard !inputs[index].wasCurrent, !sinks.isEmpty else { return [] }
    inputs[index].early.append(frame)
    guard inputs[index].early.count > FrameInput.earlyBound else { return [] }
    statistics.countDropped(.stale)
    return inputs[index].early.removeFirst().frames
  }

  /// Hands a frame of the current stream to all who take them.
  ///
  /// - Returns: the frames that had to make room.
  private mutating func carry(_ frame: FrameCarriage, of index: Int) -> [VideoFrame] {
    // Two cameras' frames may overlap in time around a flip; a reader gets times that only grow.
    guard frame.captured.presentationTime > lastCarried ?? MediaTime(nanoseconds: .min) else {
      statistics.countDropped(.stale)
      return []
    }
    lastCarried = frame.captured.presentationTime
    let origin = inputs[index].origin
    var evicted: [VideoFrame] = []
    for sink in sinks {
      guard let wanted = sink.content == .decoded ? frame.pixels : frame.captured else { continue }
      if let dropped = sink.push(wanted, from: origin) { evicted.append(dropped) }
    }
    statistics.countDropped(.consumerTooSlow, evicted.count)
    return evicted
  }
}
