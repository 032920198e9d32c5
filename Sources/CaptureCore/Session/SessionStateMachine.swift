import MediaTypes

/// What a capture session does next, as a pure value: events in, actions out. It opens nothing,
/// waits for nothing and knows no clock; `CaptureEngine` drives it.
///
/// ```
///            start            a camera            first frame
///     idle ───────▶ searching ────────▶ opening ◀────────────▶ running
///      ▲                │               │  ▲ flip, select, stall  │
///      │                │      none left│  │list, retry, select   │
///      │                │               ▼  │                      │
///      │                │             waiting                     │
///      │ all given back │ none in time  │ stop                    │ stop
///      └──────────── stopping ◀─────────┴─────────────────────────┘
/// ```
///
/// **Opening** is the one state in which a camera is brought up, and its `Purpose` says what its end
/// means:
///
/// | purpose  | first frame            | failure or time-out                                     |
/// |----------|------------------------|---------------------------------------------------------|
/// | start    | `start` returns        | the next camera if any will do, else `start` throws     |
/// | flip     | the flip is done       | back to the old camera: at once if live, else rollBack  |
/// | rollBack | the flip rolled back   | the flip failed; replace                                |
/// | restart  | as if nothing had been | restart again after a longer rest; in the end replace   |
/// | replace  | the picture goes on    | the next camera, then waiting                           |
///
/// Meanwhile the **shown** picture is live, where both cameras can stream at once, or the held last
/// frame of a stream that was given back, so that the picture is never black.
///
/// **A camera may have several roads**, one for each back end that reaches it. Where the road that is
/// used ends but not the camera (its service is gone), a restart goes on by another at once; a start or
/// a replacement tries each road of a camera before the next camera. A road that is better, or comes
/// back, is taken at the next opening and never in mid-stream.
///
/// **A stream** is a candidate, then shown, then a departure, and belongs to one of these at a time:
///
/// ```
///     resting ─▶ blocked ─▶ opening ─▶ starting ─▶ awaitingFrame ─▶ shown (running, live)
///                              │           └────────────┴─────────────┤
///                   departure: opening ──────opened──────▶ departure: closing ─closed─▶ gone
/// ```
///
/// Where both cameras can stream at once, the one that was shown **lingers** as a departure before it
/// is closed, so that its picture is live while a turn still shows it; nothing waits for that.
///
/// A candidate stays blocked while a departure, or the live picture, keeps it from opening; so at
/// most one stream owns a camera, and two cameras are owned together only if they can stream
/// together. Each step has a deadline. A departure that outlives its own is **overdue**: nothing waits
/// for it any more, yet its answer is still awaited, so that a camera that opens late is closed.
///
/// **The last wish wins.** A wish for another camera supersedes the flip under way, whatever its
/// step; a wish for the camera that is on its way already joins that flip and gets the same report.
struct SessionStateMachine {
  let settings: CaptureSettings
  /// Names, the preferred first.
  let backends: [String]
  var state = State.idle
  var directory: DeviceDirectory
  /// Streams on their way out that are waited for.
  var departures: [Departure] = []
  /// Streams on their way out that took too long.
  var overdue: [Departure] = []
  /// What to show after the next start or loss; remembered only once its first frame is there.
  var choice: CameraChoice
  /// A camera that is opened in a certain mode, for a photo, whatever the wish.
  var mode: Mode?
  private(set) var now = MediaTime.zero
  private var streamCount: UInt64 = 0
  private var flipCount: UInt64 = 0
  /// What the event at hand has led to; empty between events.
  private var actions: [Action] = []

  init(settings: CaptureSettings, backends: [String]) {
    self.settings = settings
    self.backends = backends
    directory = DeviceDirectory(backendOrder: backends, wish: settings.wish)
    choice = settings.choice
  }

  /// Takes one event, in any state.
  ///
  /// - Parameter now: when it happened; used for reports only.
  /// - Returns: what to do, in order.
  mutating func handle(_ event: Event, at now: MediaTime) -> [Action] {
    self.now = now
    defer { actions = [] }
    let timer = state.timer
    dispatch(event)
    if let timer, timer != state.timer { emit(.disarm(timer)) }
    return actions
  }

  private mutating func dispatch(_ event: Event) {
    switch event {
    case .start(let command): start(command)
    case .stop(let command): stop(command)
    case .flip(let command, let overlap): flip(command, overlap)
    case .select(let command, let choice, let overlap): select(command, choice, overlap)
    case .reopen(let command, let format): reopen(command, format)
    case .devices(let list, let backend): update(list, from: backend)
    case .searchOver: searchEnded()
    case .retryDue: retry()
    case .opened(let stream, _), .started(let stream), .firstFrame(let stream, _),
      .failed(let stream, _), .closed(let stream), .deadline(let stream, _):
      streamEvent(event, of: stream)
    }
  }

  /// Gives a stream's event to whichever part of the state the stream belongs to.
  private mutating func streamEvent(_ event: Event, of stream: StreamID) {
    if case .opening(let opening) = state, opening.candidate.stream == stream {
      candidateEvent(event, opening)
    } else if shownLive?.stream == stream {
      shownEvent(event, of: stream)
    } else {
      departureEvent(event, of: stream)
    }
  }

  /// The stream whose pictures are live on the screen.
  var shownLive: (stream: StreamID, device: CameraDevice)? {
    switch state {
    case .running(let running): return (running.stream, running.device)
    case .opening(let opening):
      guard case .live(let stream, let device) = opening.shown else { return nil }
      return (stream, device)
    case .idle, .searching, .waiting, .stopping: return nil
    }
  }
}

// MARK: - Words for actions

extension SessionStateMachine {
  mutating func emit(_ action: Action) { actions.append(action) }

  mutating func tell(_ event: CaptureEngineEvent) { emit(.tell(event)) }

  mutating func answer(_ commands: [CommandID], _ answer: Answer) {
    for command in commands { emit(.answer(command, answer)) }
  }

  mutating func refuse(
    _ commands: [CommandID], _ code: CaptureError.Code, _ message: String, remedy: String = ""
  ) {
    answer(commands, .refused(CaptureError(code, message, remedy: remedy)))
  }

  mutating func makeStreamID() -> StreamID {
    streamCount += 1
    return StreamID(rawValue: streamCount)
  }

  mutating func makeFlipID() -> FlipID {
    flipCount += 1
    return FlipID(rawValue: flipCount)
  }
}
