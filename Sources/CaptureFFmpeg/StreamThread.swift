import CaptureCore
import MediaTypes

/// What a stream's own thread does: opens, waits for the start, hands on pictures in their time.
struct StreamThread {
  let address: StreamAddress
  let control: StreamControl

  /// - Parameter opened: called once, with what the pictures are like.
  func run(opened: (Result<CameraFormat, CaptureError>) -> Void) {
    do {
      let source = try PictureSource(address, interruption: control.interruption)
      opened(.success(source.format))
      guard let handler = control.waitForStart() else { return }
      var reel = Reel(source, self, handler)
      reel.run()
    } catch {
      opened(.failure(error))
    }
  }
}

/// The pictures of one opening.
private struct Reel {
  private let source: PictureSource
  private let thread: StreamThread
  private let handler: CaptureHandler
  private let matrix: DisplayMatrix
  private let isStill: Bool
  private let hasTimes: Bool
  private var timeline: StreamTimeline
  private var format: CameraFormat
  private var sequence: UInt64 = 0
  /// Pictures since the beginning, or since the last turn of a loop.
  private var turnCount = 0
  /// The picture of a file that has one only.
  private var still: PictureSource.Picture?

  init(_ source: PictureSource, _ thread: StreamThread, _ handler: @escaping CaptureHandler) {
    (self.source, self.thread, self.handler) = (source, thread, handler)
    matrix = source.input.displayMatrix
    isStill = source.input.isStill
    hasTimes = source.input.hasTimes
    format = source.format
    timeline = StreamTimeline(
      source.input.pace, frameDuration: (source.format.rate ?? .fps30).frameDuration)
  }

  mutating func run() {
    while !thread.control.interruption.isCancelled {
      switch source.next() {
      case .picture(let picture):
        turnCount += 1
        if isStill { still = picture }
        guard show(picture) else { return }
      case .dropped(let reason): handler(.dropped(reason, count: 1))
      case .end:
        if let still, turnCount == 1 { return hold(still) }
        guard !rewind() else { continue }
        return end()
      case .fault(let fault):
        if !thread.control.interruption.isCancelled {
          handler(.failed(fault.reading(thread.address)))
        }
        return
      }
    }
  }

  /// Shows one picture again and again, as a camera does that looks at something that does not move.
  private mutating func hold(_ picture: PictureSource.Picture) {
    var picture = picture
    picture.time = nil
    while show(picture) {}
  }

  /// Hands a picture on when it is due.
  ///
  /// - Returns: false when the stream was ended meanwhile.
  private mutating func show(_ picture: PictureSource.Picture) -> Bool {
    let due = timeline.due(hasTimes ? picture.time : nil, now: thread.control.clock.now)
    guard thread.control.wait(until: due) else { return false }
    if picture.size != format.size || picture.format != format.pixelFormat {
      (format.size, format.pixelFormat) = (picture.size, picture.format)
      handler(.formatChanged(format))
    }
    sequence += 1
    do {
      handler(.frame(try frame(picture, at: due)))
    } catch {
      handler(.dropped(.malformed, count: 1))
    }
    return true
  }

  private func frame(
    _ picture: PictureSource.Picture, at time: MediaTime
  ) throws(FrameError) -> VideoFrame {
    try VideoFrame(
      buffer: picture.buffer, format: picture.format, size: picture.size, planes: picture.planes,
      color: picture.color, rotation: matrix.rotation, isMirrored: matrix.isMirrored,
      pixelAspect: source.input.pixelAspect, source: thread.address.id, sequence: sequence,
      presentationTime: time)
  }

  private mutating func rewind() -> Bool {
    guard thread.address.loops, source.input.pace == .movie, turnCount > 0, source.rewind() else {
      return false
    }
    turnCount = 0
    timeline.rewind()
    return true
  }

  private func end() {
    guard source.input.pace == .movie else {
      return handler(.failed(StreamFault.endOfStream.reading(thread.address)))
    }
    handler(.failed(StreamFault.ended(thread.address)))
  }
}
