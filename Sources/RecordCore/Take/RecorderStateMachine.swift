/// What a recording is doing, as a pure value: events in, actions out. When things happened is decided
/// by capture time elsewhere (`MovieSpans`); this decides what they mean.
///
/// ```
///                first frame                stop, disk nearly full
///     waiting ──────────────▶ recording ─────────────────────────┐
///      │ ▲ pause,               │ ▲ pause,                       ▼
///      ▼ │ resume               ▼ │ resume                    draining
///     suspended                paused ──── the same ───────────▶ │ what was captured before
///      │                                                         │ the stop is there, or late
///      └────────────────────── the same ─────────────────────────┤
///                                                                ▼
///     any of these, when the writer fails ───────────────────▶ closing ──▶ closed
/// ```
///
/// **Closing** finishes the movie when there is a frame in it, else it discards the file; one of the two
/// happens, once. Frames go on being taken while draining, so that a movie that is stopped before its
/// first frame has come still gets the frames captured before the stop.
///
/// Flips, unplugged cameras, lost microphones and dead services are no events here: no recording
/// ends, or does anything else, because of them.
struct RecorderStateMachine: Hashable, Sendable {
  /// What goes on.
  enum State: Hashable, Sendable {
    case waiting
    /// Paused before the first frame.
    case suspended
    case recording
    case paused
    case draining
    case closing
    case closed
  }

  enum Event: Hashable, Sendable {
    /// The first picture goes into the movie.
    case began
    case pause
    case resume
    /// By wish, or with the reason why.
    case stop(RecordError?)
    /// The writer could not take what it was given.
    case failed(RecordError)
    /// Nothing that was captured before the stop is awaited any more.
    case drained
    /// The file is finished or discarded.
    case closed
  }

  enum Action: Hashable, Sendable {
    /// From now on capture does not go into the movie ...
    case closeSpan
    /// ... and from now on it does.
    case openSpan
    case finish
    case discard
  }

  private(set) var state = State.waiting
  /// Whether there is a frame in the movie.
  private(set) var hasBegun = false
  /// Why it ends without being asked to; the first reason counts.
  private(set) var problem: RecordError?

  /// Takes one event, in any state; one that means nothing there changes nothing.
  ///
  /// - Returns: what to do, in order.
  mutating func handle(_ event: Event) -> [Action] {
    switch (event, state) {
    case (_, .closed): []
    case (.closed, _): close()
    case (.began, .waiting): begin(.recording)
    // The frame was captured before the pause or the stop, and came after it.
    case (.began, .suspended): begin(.paused)
    case (.began, .draining): begin(.draining)
    case (.pause, .waiting): go(to: .suspended, [.closeSpan])
    case (.pause, .recording): go(to: .paused, [.closeSpan])
    case (.resume, .suspended): go(to: .waiting, [.openSpan])
    case (.resume, .paused): go(to: .recording, [.openSpan])
    case (.stop(let reason), .waiting), (.stop(let reason), .suspended),
      (.stop(let reason), .recording), (.stop(let reason), .paused):
      stop(reason)
    case (.failed(let error), _) where state != .closing: end(error)
    case (.drained, .draining): end(nil)
    default: []
    }
  }

  private mutating func go(to next: State, _ actions: [Action]) -> [Action] {
    state = next
    return actions
  }

  private mutating func begin(_ next: State) -> [Action] {
    hasBegun = true
    return go(to: next, [])
  }

  private mutating func stop(_ reason: RecordError?) -> [Action] {
    problem = problem ?? reason
    return go(to: .draining, [.closeSpan])
  }

  private mutating func end(_ error: RecordError?) -> [Action] {
    problem = problem ?? error
    return go(to: .closing, [hasBegun ? .finish : .discard])
  }

  private mutating func close() -> [Action] { go(to: .closed, []) }
}
