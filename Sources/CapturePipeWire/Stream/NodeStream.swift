import CPipeWire
import CPipeWireShims
import CaptureCore
import MediaTypes

/// One opened camera, on the loop's thread.
///
///     opening ──▶ open ──▶ starting ──▶ streaming
///        └─────────┴──────────┴─────────────┴──▶ ended
///
/// PipeWire agrees on a format only with a stream that is active, so that the camera runs from
/// `opening` on; its pictures are given back unseen until `starting`.
final class NodeStream {
  /// Answers whoever waits for a step, exactly once.
  typealias Reply<Value> = (Result<Value, CaptureError>) -> Void

  private enum State {
    case opening(Reply<CameraFormat>)
    case open(isFlowing: Bool)
    case starting(Reply<Void>, CaptureHandler)
    case streaming(CaptureHandler)
    case ended(CaptureError)
  }

  /// How long PipeWire and its session manager may take for a step.
  static let stepLimit = MediaTime.seconds(5)

  let camera: CameraNode
  private let wish: CameraFormat
  private let clock: any MediaClock
  private let ended: () -> Void
  private var state: State
  private var stream: StreamObject?
  private var format: NegotiatedFormat?
  private var assembler: FrameAssembler?
  private var timer: (any MediaTimer)?

  /// Opens a camera.
  ///
  /// - Parameters:
  ///   - reply: gets the format once it is agreed, or why there is none.
  ///   - timePassed: called on any thread at the limit of a step; leads to `stepTimedOut`.
  ///   - ended: called once when the stream is of no more use; must not let go of it there and then.
  init(
    _ camera: CameraNode, wish: CameraFormat, core: Core, clock: any MediaClock,
    reply: @escaping Reply<CameraFormat>, timePassed: @escaping @Sendable () -> Void,
    ended: @escaping () -> Void
  ) {
    self.camera = camera
    self.wish = wish
    self.clock = clock
    self.ended = ended
    state = .opening(reply)
    timer = clock.makeTimer(label: "pipewire stream") { _ in timePassed() }
    stream = StreamObject(on: core, target: camera.serial) { [unowned self] in handle($0) }
    beginStep()
    let status = stream?.connect(FormatOffer.parameters(for: wish)) ?? -1
    if status < 0 { fail(Fault.stream(name, message: "no stream", code: status)) }
  }

  /// Lets the pictures flow.
  func start(_ handler: @escaping CaptureHandler, reply: @escaping Reply<Void>) {
    switch state {
    case .open(isFlowing: true):
      state = .streaming(handler)
      reply(.success(()))
    case .open(isFlowing: false):
      state = .starting(reply, handler)
      beginStep()
    case .ended(let error): reply(.failure(error))
    case .opening, .starting, .streaming: reply(.failure(Fault.startedTwice))
    }
  }

  /// Stops the pictures; the handler is not called again.
  func stop() {
    stream?.pause()
    finish(Fault.closed, tellsHandler: false)
  }

  /// Ends the stream with the reason.
  func fail(_ error: CaptureError) { finish(error, tellsHandler: true) }

  /// The time for a step is over.
  func stepTimedOut() {
    switch state {
    case .opening, .starting: fail(Fault.notLinked(name))
    case .open, .streaming, .ended: break
    }
  }

  private var name: String { camera.device.name }

  private func beginStep() { timer?.schedule(at: clock.now + Self.stepLimit) }

  private func finish(_ error: CaptureError, tellsHandler: Bool) {
    if case .ended = state { return }
    let old = state
    state = .ended(error)
    timer?.cancel()
    switch old {
    case .opening(let reply): reply(.failure(error))
    case .starting(let reply, _): reply(.failure(error))
    case .streaming(let handler): if tellsHandler { handler(.failed(error)) }
    case .open, .ended: break
    }
    ended()
  }

  private func handle(_ event: StreamObject.Event) {
    switch event {
    case .state(PW_STREAM_STATE_ERROR, let message):
      fail(Fault.stream(name, message: message, code: nil))
    case .state(PW_STREAM_STATE_UNCONNECTED, _): fail(Fault.unplugged(name))
    case .state(PW_STREAM_STATE_STREAMING, _): streamingBegan()
    case .state: break
    case .format(let parameter?): formatAgreed(parameter)
    case .format(nil): break
    case .frames: takeFrames()
    }
  }

  private func streamingBegan() {
    switch state {
    case .open: state = .open(isFlowing: true)
    case .starting(let reply, let handler):
      timer?.cancel()
      state = .streaming(handler)
      reply(.success(()))
    case .opening, .streaming, .ended: break
    }
  }

  private func formatAgreed(_ parameter: PodObject) {
    guard let agreed = NegotiatedFormat(parameter) else {
      return fail(Fault.unsupported(wish, by: name))
    }
    stream?.update(FormatOffer.bufferParameters(for: agreed.format))
    guard agreed != format else { return }
    format = agreed
    assembler = FrameAssembler(camera: camera.device.id, format: agreed)
    switch state {
    case .opening(let reply):
      timer?.cancel()
      state = .open(isFlowing: false)
      reply(.success(agreed.format))
    case .starting(_, let handler), .streaming(let handler):
      handler(.formatChanged(agreed.format))
    case .open, .ended: break
    }
  }

  private func takeFrames() {
    unsafe stream?.takeFrames { buffer in
      switch state {
      case .starting(_, let handler), .streaming(let handler):
        unsafe deliver(buffer, to: handler)
      case .opening, .open, .ended: break
      }
    }
  }

  private func deliver(_ buffer: UnsafePointer<spa_buffer>, to handler: CaptureHandler) {
    switch unsafe assembler?.assemble(buffer, now: clock.now) {
    case .frame(let frame, let lost):
      if lost > 0 { handler(.dropped(.lostBySource, count: lost)) }
      handler(.frame(frame))
    case .dropped(let reason): handler(.dropped(reason, count: 1))
    case nil: break
    }
  }
}
