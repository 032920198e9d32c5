public import CaptureCore
public import MediaTypes
public import PreviewCore
import RecordCore

/// A live camera: starts, shows, flips to another camera and stops.
///
/// ```swift
/// let session = CameraSession()
/// try await session.start()
/// for await frame in session.frames() { use(frame) }
/// ```
///
/// Not for several cameras side by side: make a session for each.
///
/// *Context*: any task. Control calls suspend and never block a thread; frames do not pass through
/// them. `stop` before letting go of a session: a camera that is held cannot be used by others.
public final class CameraSession: Sendable {
  private let engine: Result<CaptureEngine, CaptureError>
  let hub: SessionHub
  let clock: any MediaClock
  let movies: (any MovieBackend)?
  let configuration: Configuration
  let microphones: MicrophoneEngine
  let microphoneChoice: Locked<MicrophoneChoice>

  /// What to draw; any number of views may share it.
  public var preview: PreviewFeed { hub.preview }

  /// Makes a session that holds no camera yet.
  ///
  /// - Parameter configuration: where cameras come from and what is wished of them. Back ends that
  ///   do not exist are reported by `start`, and by `state` from the beginning.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let clock = configuration.clock
    let router = FrameRouter(decoders: Platform.jpegDecoders, clock: clock)
    let preview = PreviewFeed(router: router, clock: clock)
    let backends = Result { () throws(CaptureError) in
      try configuration.backends.make(
        clock: clock, virtualScript: configuration.virtualScript, sharing: preview.sharing,
        addresses: configuration.addresses)
    }
    let cameras = (try? backends.get()) ?? []
    let hub = SessionHub(router: router, preview: preview, backends: cameras)
    self.hub = hub
    self.clock = clock
    movies = configuration.movies
    engine = backends.map { backends in
      CaptureEngine(
        backends: backends, clock: clock, router: router, settings: configuration.settings,
        observer: hub)
    }
    microphoneChoice = Locked(configuration.microphone)
    microphones = MicrophoneEngine(
      backends: configuration.microphoneBackends
        ?? configuration.backends.makeMicrophones(with: cameras, clock: clock),
      clock: clock, settings: configuration.microphoneSettings,
      observer: { [weak hub] in hub?.microphone($0) })
    if case .failure(let error) = engine { hub.board.update { $0.fail(error) } }
  }

  /// Who reads its frames reads no longer, and a movie ends well, also one that somebody still holds.
  deinit {
    hub.router.finishFrames()
    recording?.askToStop()
  }

  /// What the session is doing now.
  public var state: SessionState { hub.board.value }

  /// What the session is doing: now, and after each change. A slow reader gets the latest only.
  ///
  /// Each call is a subscription of its own, which ends with its reader or with the session.
  public func states() -> AsyncStream<SessionState> { hub.board.values() }

  /// What happens to the session from now on that a person has not asked for, in words to be shown as they
  /// are: a camera lost, back, replaced, plugged in or covered, a flip that failed, a microphone lost.
  ///
  /// Each call is a subscription of its own, which ends with its reader or with the session; 64 wait for
  /// a slow reader, then the oldest is dropped.
  public func events() -> AsyncStream<SessionEvent> { hub.events.events() }

  /// What became of the frames and flips so far.
  public var statistics: CaptureStatistics { hub.router.statistics }

  /// The frames of the current camera, going on over flips until the session stops, or has no owner any
  /// more.
  ///
  /// - Parameter bound: the most frames that wait for the reader; then the oldest is dropped and
  ///   counted.
  public func frames(bound: Int = 4) -> FrameStream { hub.router.frames(bound: bound) }
}

// MARK: - Control

extension CameraSession {
  /// Opens the wished camera and returns at its first picture.
  ///
  /// Does nothing when the session runs already.
  ///
  /// A microphone that was chosen is opened at the same time and not waited for.
  ///
  /// - Throws: `CaptureError` when no picture can be had; the session then holds nothing, and may be
  ///   started again.
  public func start() async throws(CaptureError) {
    hub.board.update { $0.start() }
    do throws(CaptureError) {
      await startMicrophone()
      try await engine.get().start()
    } catch {
      await microphones.stop()
      hub.board.update { $0.fail(error) }
      hub.router.finishFrames()
      throw error
    }
  }

  /// Gives everything back and ends all frame streams; works in any state. A recording is finished first.
  public func stop() async {
    _ = try? await recording?.stop()
    await microphones.stop()
    if case .success(let engine) = engine { await engine.stop() }
  }

  /// Goes to the camera at the opposite position when that is known, else to the next one.
  ///
  /// The turn begins to be seen at once, and the picture never stops: until the new camera's first
  /// frame the old one is shown. Of several calls during a flip the last wish wins.
  ///
  /// - Parameters:
  ///   - transition: how it looks.
  ///   - duration: how long it takes with a camera that starts within half of it.
  ///   - curve: how the turn follows time.
  /// - Returns: what became of it, at the new camera's first frame or when it was given up. A flip
  ///   that rolled back or was superseded is a report and not an error.
  /// - Throws: `CaptureError` when there is no other camera, or the session does not run.
  @discardableResult
  public func flip(
    _ transition: Transition, duration: MediaTime = .seconds(1), curve: TimingCurve = .easeInOut
  ) async throws(CaptureError) -> FlipReport {
    let style = hub.use(FlipStyle(transition: transition, duration: duration, curve: curve))
    return try await engine.get().flip(overlap: style.overlap)
  }

  /// The same as its view has it (`PreviewFeed.transition`): a flip from the left where none says otherwise.
  ///
  /// - Parameters:
  ///   - duration: how long it takes with a camera that starts within half of it.
  ///   - curve: how the turn follows time.
  /// - Returns: as above.
  /// - Throws: as above.
  @discardableResult
  public func flip(
    duration: MediaTime = .seconds(1), curve: TimingCurve = .easeInOut
  ) async throws(CaptureError) -> FlipReport {
    try await flip(preview.transition, duration: duration, curve: curve)
  }

  /// Goes to a certain camera; otherwise as `flip`.
  ///
  /// - Parameters:
  ///   - camera: one of `state.cameras`.
  ///   - transition: how it looks.
  ///   - duration: how long it takes with a camera that starts within half of it.
  ///   - curve: how the turn follows time.
  /// - Throws: `CaptureError` when there is no such camera, or the session does not run.
  @discardableResult
  public func select(
    _ camera: CameraID, transition: Transition = .flipFromLeft, duration: MediaTime = .seconds(1),
    curve: TimingCurve = .easeInOut
  ) async throws(CaptureError) -> FlipReport {
    let style = hub.use(FlipStyle(transition: transition, duration: duration, curve: curve))
    return try await engine.get().select(.id(camera), overlap: style.overlap)
  }

  /// Suspends until only time, a caller, or a camera by itself can bring something new.
  ///
  /// *Context*: for virtual cameras alone, which answer without the clock.
  package func settled() async {
    if case .success(let engine) = engine { await engine.settled() }
  }

  /// Opens the shown camera again in another mode, or with nil back in the usual one.
  func reopen(in format: CameraFormat?) async throws(CaptureError) -> FlipReport? {
    try await engine.get().reopen(in: format)
  }
}
