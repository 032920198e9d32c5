import CaptureCore
import MediaTypes

/// One opened microphone on the loop's thread.
///
/// ```
///     opening ──▶ open ──▶ streaming
///        └──────────┴──────────┴────▶ ended
/// ```
///
/// The server sends from `opening` on; sound is dropped until `streaming`.
final class SourceStream {
  typealias Reply = (Result<SoundFormat, CaptureError>) -> Void

  private enum State {
    case opening(Reply)
    case open
    case streaming(MicrophoneHandler)
    case ended(CaptureError)
  }

  /// How long the server may take to open it.
  static let openLimit = MediaTime.seconds(4)
  /// Sound older than this is a wrong number of the server's.
  private static let greatestAge = MediaTime.seconds(10)

  let source: Source
  let format: SoundFormat
  private let name: String
  private let clock: any MediaClock
  private let timer: any MediaTimer
  private let failed: (_ code: Int32) -> Void
  private var state: State
  private var stream: RecordStream?
  private var timeline: SoundTimeline
  private var isAfterLoss = false

  /// Opens a microphone.
  ///
  /// - Parameters:
  ///   - late: called on any thread when the opening takes too long.
  ///   - failed: the server has ended the stream; leads to `fail`, later, since a stream may not be
  ///     let go of by its own events.
  ///   - reply: gets the format once it is open, or why it is not.
  init(
    _ source: Source, format: SoundFormat, on context: Context, clock: any MediaClock,
    late: @escaping @Sendable () -> Void, failed: @escaping (_ code: Int32) -> Void,
    reply: @escaping Reply
  ) {
    self.source = source
    self.format = format
    self.clock = clock
    self.failed = failed
    name = source.device(defaultName: nil).name
    timeline = SoundTimeline(format: format)
    state = .opening(reply)
    timer = clock.makeTimer(label: "pulse microphone") { _ in late() }
    timer.schedule(at: clock.now + Self.openLimit)
    stream = RecordStream(from: source.name, format: format, on: context) { [unowned self] in
      handle($0)
    }
    if stream == nil { fail(Fault.noSound(format)) }
  }

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

  /// Ends the stream with a reason. Not from within the stream's own events.
  func fail(_ error: CaptureError) {
    let old = end(error)
    switch old {
    case .opening(let reply): reply(.failure(error))
    case .streaming(let handler): handler(.failed(error))
    case .open, .ended: break
    }
  }

  /// Ends the stream; nobody is told. Not from within the stream's own events.
  func stop() {
    if case .opening(let reply) = end(Fault.closed) { reply(.failure(Fault.closed)) }
  }

  private func end(_ error: CaptureError) -> State {
    let old = state
    if case .ended = old { return old }
    state = .ended(error)
    timer.cancel()
    stream = nil
    return old
  }

  private func handle(_ event: RecordStream.Event) {
    switch event {
    case .ready:
      guard case .opening(let reply) = state else { return }
      state = .open
      timer.cancel()
      reply(.success(format))
    case .failed(let code): failed(code)
    case .hole: isAfterLoss = true
    case .sound(let samples, let age): send(samples, age: age)
    }
  }

  private func send(_ samples: [Float], age: MediaTime?) {
    guard case .streaming(let handler) = state else { return }
    let frameCount = samples.count / format.channelCount
    guard frameCount > 0, samples.count % format.channelCount == 0 else {
      return isAfterLoss = true
    }
    let usual = format.duration(of: Int64(frameCount))
    let age = age.map { $0 < Self.greatestAge ? $0 : usual } ?? usual
    timeline.deliver(samples, measured: clock.now - age, isAfterLoss: isAfterLoss, to: handler)
    isAfterLoss = false
  }
}
