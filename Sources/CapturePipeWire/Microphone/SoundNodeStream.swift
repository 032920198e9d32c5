import CPipeWire
import CaptureCore
import MediaTypes

/// One opened microphone on the loop's thread.
///
/// ```
///     opening ──▶ open ──▶ streaming
///        └──────────┴──────────┴────▶ ended
/// ```
///
/// PipeWire agrees on a format only with a stream that is active, so that sound flows from `opening`
/// on; it is given back unheard until `streaming`.
final class SoundNodeStream {
  /// Answers whoever waits for the opening, exactly once.
  typealias Reply = (Result<SoundFormat, CaptureError>) -> Void

  private enum State {
    case opening(Reply)
    case open
    case streaming(MicrophoneHandler)
    case ended(CaptureError)
  }

  /// How long PipeWire and its session manager may take to connect.
  static let openLimit = MediaTime.seconds(4)

  let microphone: MicrophoneNode
  private let wish: SoundFormat
  private let clock: any MediaClock
  private let timer: any MediaTimer
  private let ended: (_ message: String) -> Void
  private var state: State
  private var stream: StreamObject?
  private var format: SoundFormat?
  private var timeline: SoundTimeline?
  private var isAfterLoss = false

  /// Opens a microphone.
  ///
  /// - Parameters:
  ///   - late: called on any thread when the opening takes too long; leads to `fail`.
  ///   - ended: PipeWire has ended the stream, with its reason; leads to `fail`, later, since a stream
  ///     may not be let go of by its own events.
  ///   - reply: gets the format once it is agreed, or why there is none.
  init(
    _ microphone: MicrophoneNode, wish: SoundFormat, core: Core, clock: any MediaClock,
    late: @escaping @Sendable () -> Void, ended: @escaping (_ message: String) -> Void,
    reply: @escaping Reply
  ) {
    self.microphone = microphone
    self.wish = wish
    self.clock = clock
    self.ended = ended
    state = .opening(reply)
    timer = clock.makeTimer(label: "pipewire microphone") { _ in late() }
    timer.schedule(at: clock.now + Self.openLimit)
    connect(on: core)
  }

  private func connect(on core: Core) {
    var properties = [
      PW_KEY_MEDIA_TYPE: "Audio", PW_KEY_NODE_LATENCY: "960/48000",
      PW_KEY_APP_NAME: "Viewfinder",
    ]
    if microphone.device.isMonitor { properties[PW_KEY_STREAM_CAPTURE_SINK] = "true" }
    stream = StreamObject(on: core, target: microphone.serial, properties: properties) {
      [unowned self] in handle($0)
    }
    let status = stream?.connect(SoundOffer.parameters(for: wish)) ?? -1
    if status < 0 { fail(Fault.sound(name, message: "no stream", code: status)) }
  }

  /// For a person.
  var name: String { microphone.device.name }

  /// Lets the sound go to a handler.
  func start(_ handler: @escaping MicrophoneHandler) throws(CaptureError) {
    switch state {
    case .open: state = .streaming(handler)
    case .ended(let error): throw error
    case .opening, .streaming: throw Fault.startedTwice
    }
  }

  /// Whether nobody has been given the stream yet.
  var isOpening: Bool {
    if case .opening = state { true } else { false }
  }

  /// Ends the stream with a reason, and gives the microphone back. Not from within the stream's own
  /// events.
  func fail(_ error: CaptureError) {
    let old = state
    if case .ended = old { return }
    state = .ended(error)
    timer.cancel()
    stream = nil
    switch old {
    case .opening(let reply): reply(.failure(error))
    case .streaming(let handler): handler(.failed(error))
    case .open, .ended: break
    }
  }

  /// Ends the stream; nobody is told.
  func stop() {
    if case .opening(let reply) = state { reply(.failure(Fault.closed)) }
    state = .ended(Fault.closed)
    timer.cancel()
    stream = nil
  }

  private func handle(_ event: StreamObject.Event) {
    switch event {
    case .state(PW_STREAM_STATE_ERROR, let message): ended(message)
    case .state(PW_STREAM_STATE_UNCONNECTED, _): ended("PipeWire ended the connection to it")
    case .state, .format(nil), .added, .removed: break
    case .format(let parameter?): agree(parameter)
    case .frames: takeSound()
    }
  }

  private func agree(_ parameter: PodObject) {
    guard let agreed = SoundOffer.agreed(parameter), format == nil || agreed == format else {
      return ended("it offers no sound that can be used")
    }
    format = agreed
    timeline = timeline ?? SoundTimeline(format: agreed)
    guard case .opening(let reply) = state else { return }
    state = .open
    timer.cancel()
    reply(.success(agreed))
  }

  private func takeSound() {
    guard let format, let stream else { return drain() }
    let cycle = stream.cycle ?? StreamCycle(now: clock.now, delay: .zero)
    var blocks: [[Float]] = []
    unsafe stream.takeFrames { buffer in
      guard let block = unsafe SoundMemory.samples(of: buffer, channelCount: format.channelCount)
      else {
        isAfterLoss = true
        return
      }
      if !block.isEmpty { blocks.append(block) }
    }
    guard case .streaming(let handler) = state else { return }
    // The newest block ends with the latest cycle; the others lie before it.
    var waiting = blocks.reduce(0) { $0 + $1.count } / format.channelCount
    for block in blocks {
      let start = cycle.start(of: waiting, format: format)
      waiting -= block.count / format.channelCount
      timeline?.deliver(block, measured: start, isAfterLoss: isAfterLoss, to: handler)
      isAfterLoss = false
    }
  }

  private func drain() { unsafe stream?.takeFrames { _ in } }
}
