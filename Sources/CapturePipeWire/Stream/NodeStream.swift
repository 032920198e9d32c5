import CPipeWire
import CPipeWireShims
import CaptureCore
import MediaTypes

/// One opened camera on the loop's thread: what `StreamMachine` decides is done here.
final class NodeStream {
  /// Answers whoever waits for a step, exactly once.
  typealias Reply<Value> = (Result<Value, CaptureError>) -> Void

  /// What the stream cannot do or know by itself.
  struct Surroundings {
    /// Called on any thread at the limit of a step; leads to `timePassed`.
    let timePassed: @Sendable () -> Void
    /// A connection of the stream's is gone for a reason that PipeWire gave; leads to `lost`, later.
    let lost: (_ connection: Int, _ message: String) -> Void
    /// The camera is not needed any more; leads to `release`, later.
    let ended: () -> Void
  }

  /// How long PipeWire and its session manager may take for a step.
  static let stepLimit = MediaTime.seconds(5)

  let camera: CameraNode
  private let core: Core
  private let clock: any MediaClock
  private let sharing: MemorySharing
  private let wish: CameraFormat
  private let surroundings: Surroundings
  private let timer: any MediaTimer
  private var machine = StreamMachine()
  private var stream: StreamObject?
  private var connection = 0
  private var negotiated: NegotiatedFormat?
  private var assembler: FrameAssembler?
  private var shared = SharedBuffers()
  private var offersSharing: Bool
  private var openReply: Reply<CameraFormat>?
  private var startReply: Reply<Void>?
  private var handler: CaptureHandler?

  /// Opens a camera.
  ///
  /// - Parameters:
  ///   - sharing: whether frames may come in memory that the kernel shares: asked here, and again while
  ///     they do.
  ///   - reply: gets the format once it is agreed, or why there is none.
  init(
    _ camera: CameraNode, wish: CameraFormat, core: Core, clock: any MediaClock,
    sharing: MemorySharing, surroundings: Surroundings, reply: @escaping Reply<CameraFormat>
  ) {
    self.camera = camera
    self.core = core
    self.wish = wish
    self.clock = clock
    self.surroundings = surroundings
    self.sharing = sharing
    offersSharing = sharing.isWanted
    openReply = reply
    let timePassed = surroundings.timePassed
    timer = clock.makeTimer(label: "pipewire stream") { _ in timePassed() }
    perform(.startTimer)
    connect()
  }

  /// For a person.
  var name: String { camera.device.name }

  /// Lets the pictures go to a handler.
  func start(_ handler: @escaping CaptureHandler, reply: @escaping Reply<Void>) {
    let actions = machine.handle(.startWanted)
    if machine.wantsFrames && self.handler == nil { self.handler = handler }
    // Each start gets its own answer, also the one that is refused beside another.
    if case .answerStart(let error)? = actions.first {
      reply(error.map { .failure($0) } ?? .success(()))
    } else {
      startReply = reply
      for action in actions { perform(action) }
    }
  }

  /// Stops the pictures; the handler is not called again.
  func stop() {
    stream?.pause()
    handle(.stopWanted)
  }

  /// Ends the stream with the reason.
  func fail(_ error: CaptureError) { handle(.failed(error)) }

  /// PipeWire ended a connection, for good or though the camera is there; one that has been replaced
  /// does not matter any more. Not from within the stream's own events.
  func lost(_ connection: Int, _ event: StreamMachine.Event) {
    if connection == self.connection { handle(event) }
  }

  /// The time for a step is over.
  func timePassed() { handle(.timePassed(Fault.notLinked(name))) }

  /// Gives the camera back. Not from within the stream's own events.
  func release() {
    stream = nil
    shared = SharedBuffers()
  }

  private func connect() {
    connection += 1
    shared = SharedBuffers()
    stream = StreamObject(on: core, target: camera.serial) { [unowned self] in handle($0) }
    let status = stream?.connect(FormatOffer.parameters(for: wish, sharing: offersSharing)) ?? -1
    if status < 0 { fail(Fault.stream(name, message: "no stream", code: status)) }
  }

  private func handle(_ event: StreamMachine.Event) {
    for action in machine.handle(event) { perform(action) }
  }

  private func perform(_ action: StreamMachine.Action) {
    switch action {
    case .connect: connect()
    case .answerOpen(let error):
      let reply = openReply
      openReply = nil
      if let error {
        reply?(.failure(error))
      } else if let format = negotiated?.format {
        reply?(.success(format))
      }
    case .answerStart(let error):
      let reply = startReply
      startReply = nil
      reply?(error.map { .failure($0) } ?? .success(()))
    case .startTimer: timer.schedule(at: clock.now + Self.stepLimit)
    case .stopTimer: timer.cancel()
    case .tellFormat(let format): handler?(.formatChanged(format))
    case .tellFailure(let error): handler?(.failed(error))
    case .release:
      handler = nil
      surroundings.ended()
    }
  }

  private func handle(_ event: StreamObject.Event) {
    switch event {
    case .state(PW_STREAM_STATE_ERROR, let message): surroundings.lost(connection, message)
    case .state(PW_STREAM_STATE_UNCONNECTED, _):
      surroundings.lost(connection, "PipeWire ended the connection to it")
    case .state(PW_STREAM_STATE_STREAMING, _): handle(.flowing)
    case .state, .format(nil): break
    case .format(let parameter?): negotiate(parameter)
    case .added(let buffer): shared.add(buffer)
    case .removed(let buffer): shared.remove(buffer)
    case .frames: takeFrames()
    }
  }

  private func negotiate(_ parameter: PodObject) {
    guard let agreed = NegotiatedFormat(parameter) else {
      return fail(Fault.unsupported(wish, by: name))
    }
    stream?.update(FormatOffer.bufferParameters(for: agreed, sharing: offersSharing))
    if agreed != negotiated {
      negotiated = agreed
      assembler = FrameAssembler(camera: camera.device.id, format: agreed)
    }
    handle(.agreed(agreed.format))
  }

  private func takeFrames() {
    for buffer in shared.takeReturned() { stream?.giveBack(buffer) }
    stream?.takeBuffers { buffer in
      var isLent = false
      guard machine.wantsFrames, handler != nil else { return true }
      unsafe buffer.withContents { contents in
        tell(
          unsafe assembler?.assemble(contents, in: shared[buffer], now: clock.now) { planes in
            let bytes = sharing.isWanted ? shared.lend(buffer, planes: planes) : nil
            isLent = bytes != nil
            return bytes
          })
      }
      return !isLent
    }
    if !sharing.isWanted || shared.isUnusable { shareNoMore() }
  }

  private func tell(_ outcome: FrameAssembler.Outcome?) {
    switch outcome {
    case .frame(let frame, let lost):
      if lost > 0 { handler?(.dropped(.lostBySource, count: lost)) }
      handler?(.frame(frame))
    case .dropped(let reason): handler?(.dropped(reason, count: 1))
    case nil: break
    }
  }

  // The frames cannot be shown straight from the memory that they come in, or not be read there: other
  // memory is agreed on, and the pictures go on.
  private func shareNoMore() {
    guard offersSharing else { return }
    offersSharing = false
    guard let negotiated else { return }
    stream?.update(FormatOffer.parameters(for: negotiated.format, sharing: false))
  }
}
