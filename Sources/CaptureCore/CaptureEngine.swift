public import MediaTypes

/// Captures from one camera at a time, and flips to another as a transaction: the driver that does
/// what `SessionStateMachine` decides.
///
/// It opens and closes streams, keeps time, points the router at the current stream and tells an
/// observer. Frames do not pass through here: they go from the back end's thread to the router.
///
/// Not for a program that only wants a camera; `CameraSession` of `Viewfinder` picks the back ends
/// and joins this to a preview.
///
/// *Context*: an actor; no call blocks a thread. Cancelling the task of a call does not cancel what it
/// asked for; `stop` does.
public actor CaptureEngine {
  typealias Machine = SessionStateMachine

  /// An opened stream that has not been closed.
  struct OpenStream {
    let stream: any CaptureStream
    let camera: CameraID
    let monitor = StreamMonitor()
  }

  let backends: [any CaptureBackend]
  let clock: any MediaClock
  let router: FrameRouter
  private let observer: any CaptureObserver
  private(set) var machine: Machine
  private var commandCount: UInt64 = 0
  private(set) var answers: [CommandID: CheckedContinuation<Machine.Answer, Never>] = [:]
  let inbox = EngineInbox()
  var timers = EngineTimers<Machine.Timer>()
  var watches: [Task<Void, Never>] = []
  /// What opens the streams that have not said yet whether they opened.
  var openings: [StreamID: Task<Void, Never>] = [:]
  var streams: [StreamID: OpenStream] = [:]
  /// The monitor of the current stream, or of the last one that was.
  var current: StreamMonitor?
  /// Those who wait until only time brings something new.
  var settling: [CheckedContinuation<Void, Never>] = []

  /// Makes an idle engine.
  ///
  /// - Parameters:
  ///   - backends: the ways to cameras, the preferred first.
  ///   - clock: what time-outs are measured on.
  ///   - router: gets every frame.
  ///   - settings: what to show, and how patiently.
  ///   - observer: told of everything, in order.
  public init(
    backends: [any CaptureBackend], clock: any MediaClock, router: FrameRouter,
    settings: CaptureSettings = CaptureSettings(), observer: any CaptureObserver
  ) {
    self.backends = backends
    self.clock = clock
    self.router = router
    self.observer = observer
    machine = Machine(settings: settings, backends: backends.map(\.name))
  }

  deinit {
    inbox.finish()
    for watch in watches { watch.cancel() }
    for open in streams.values { Task { [stream = open.stream] in await stream.close() } }
  }

  /// Starts to capture, and returns with the first frame.
  ///
  /// A session that is started already is no error.
  ///
  /// - Throws: `CaptureError` when no camera can be had, with the remedy: none is there or fits the
  ///   choice, it is busy or not permitted, it sends no picture; or `stop` was called meanwhile.
  ///
  /// *Context*: any state; suspends for at most the time-outs of the settings.
  public func start() async throws(CaptureError) {
    try await done(ask { .start($0) })
  }

  /// Ends everything and gives every camera back; calls that wait are answered.
  ///
  /// *Context*: any state; suspends until the cameras are back, for at most `releaseTimeout`. A camera
  /// that opens later still is closed then.
  public func stop() async {
    _ = await ask { .stop($0) }
  }

  /// Turns to the camera with the opposite position where that is known, else to the next one.
  ///
  /// - Parameter overlap: how long the old camera goes on after the new one's first frame, where both
  ///   can stream at once: for as long as a turn still shows its picture. No wish waits for it.
  /// - Returns: what became of it. A later wish for another camera supersedes this one; one for the
  ///   same camera shares its report.
  /// - Throws: `CaptureError` when no flip can begin: nothing is shown yet, or there is one camera only.
  ///
  /// *Context*: after `start`; suspends until the flip has ended.
  public func flip(overlap: MediaTime = .zero) async throws(CaptureError) -> FlipReport {
    try await report(ask { .flip($0, overlap: overlap) })
  }

  /// Turns to a camera, like `flip`.
  ///
  /// - Parameters:
  ///   - choice: `automatic` keeps what is shown.
  ///   - overlap: as for `flip`.
  /// - Returns: what became of it.
  /// - Throws: `CaptureError` when no camera fits, or no flip can begin.
  ///
  /// *Context*: after `start`; suspends until the flip has ended.
  public func select(
    _ choice: CameraChoice, overlap: MediaTime = .zero
  ) async throws(CaptureError) -> FlipReport {
    try await report(ask { .select($0, choice, overlap: overlap) })
  }
}

extension CaptureEngine {
  /// Opens the shown camera again in another mode, as for a photo larger than the moving pictures.
  ///
  /// A transaction like a flip: the last picture stays meanwhile, and a mode that the camera does not
  /// do ends with the usual one. The mode stays over losses of the camera, until the next call, a flip
  /// to another camera, or `stop`.
  ///
  /// - Parameter format: one of the camera's own; nil goes back to the one that the wish leads to.
  /// - Returns: what became of it, as of a flip from the camera to itself; nil when there was nothing
  ///   to go back from.
  /// - Throws: `CaptureError` when no picture is shown.
  ///
  /// *Context*: after `start`; suspends until it has ended.
  @discardableResult
  public func reopen(in format: CameraFormat?) async throws(CaptureError) -> FlipReport? {
    switch await ask({ .reopen($0, format) }) {
    case .flip(let report): return report
    case .done: return nil
    case .refused(let error): throw error
    }
  }
}

// MARK: - Commands and answers

extension CaptureEngine {
  private func ask(_ event: (CommandID) -> Machine.Event) async -> Machine.Answer {
    listen()
    commandCount += 1
    let command = CommandID(rawValue: commandCount)
    return await withCheckedContinuation { continuation in
      answers[command] = continuation
      process(event(command))
    }
  }

  private func done(_ answer: Machine.Answer) throws(CaptureError) {
    if case .refused(let error) = answer { throw error }
  }

  private func report(_ answer: Machine.Answer) throws(CaptureError) -> FlipReport {
    switch answer {
    case .flip(let report): return report
    case .refused(let error): throw error
    case .done: throw CaptureError(.invalidRequest, "A flip was answered without a report.")
    }
  }
}

// MARK: - Driving the machine

extension CaptureEngine {
  /// Gives one event to the machine and does what it says.
  func process(_ event: Machine.Event) {
    switch event {
    case .opened(let id, _), .failed(let id, _): openings[id] = nil
    default: break
    }
    for action in machine.handle(event, at: clock.now) { perform(action) }
  }

  private func perform(_ action: Machine.Action) {
    switch action {
    case .watchDevices: watchDevices()
    case .unwatchDevices: unwatchDevices()
    case .open(let id, let device, let format): open(id, device, format)
    case .giveUp(let id): openings[id]?.cancel()
    case .start(let id): start(id)
    case .close(let id): close(id)
    case .makeCurrent(let id):
      current = id.flatMap { streams[$0]?.monitor } ?? current
      router.makeCurrent(id)
    case .arm(let timer, let delay):
      timers.arm(timer, at: clock.now + delay, on: clock, label: "\(timer)") { [inbox] in
        inbox.post(.fired(timer, generation: $0))
      }
    case .disarm(let timer): timers.disarm(timer)
    case .tell(let event): observer.capture(event)
    case .answer(let command, let answer):
      answers.removeValue(forKey: command)?.resume(returning: answer)
    }
  }
}
