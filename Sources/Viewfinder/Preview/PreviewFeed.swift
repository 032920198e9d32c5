public import CaptureCore
public import MediaTypes
public import PreviewCore

/// What a view has to draw, at each moment: the newest picture of the current camera, or a flip on
/// its way.
///
/// A flip begins to be seen at the tap. The old camera keeps its own geometry and mirroring, and
/// stays live where it can; the new one is never seen before its first picture; at the end the scene
/// is exactly the plain preview of the new camera. A flip that fails turns back. A flip that begins
/// while another still turns is added to it: the card turns on without a jump. A change of another kind
/// has its own time after that.
///
/// While somebody draws or observes, MJPEG cameras are decoded. Any number of views may share a feed.
///
/// *Context*: any thread; no call blocks.
public final class PreviewFeed: Sendable {
  /// Whether a view that draws this can use frames in the memory that the kernel shares; a view says so
  /// when its renderer can, and cameras that can then send such frames.
  public let sharing = MemorySharing()
  private let router: FrameRouter
  private let clock: any MediaClock
  private let state = Locked(PreviewState())
  private let style = Locked(FlipStyle())
  private let calm = Locked(false)
  private let usual = Locked(Transition.flipFromLeft)
  private let viewers = Locked(Viewers())

  /// Who wants to know of changes.
  private struct Viewers {
    var handlers = HandlerList<Void>()
    /// Wakes this feed for each frame; made when somebody first looks.
    var frames: FrameObservation?
    var revision: UInt64 = 0
  }

  init(router: FrameRouter, clock: any MediaClock) {
    self.router = router
    self.clock = clock
  }

  /// Counts up with each change that can be seen, other than the course of a turn: a view that keeps
  /// the number of its last drawing knows whether it has to draw again.
  public var revision: UInt64 { viewers.withLock { $0.revision } }

  /// Whether a turn is under way, so that each moment looks different. Ends with the drawing of the
  /// turn's last moment.
  public var isAnimating: Bool { state.withLock { $0.isAnimating } }

  /// Whether flips that begin from now on dissolve instead of turning or rolling, for people to whom large
  /// movements are unpleasant. `CameraView` sets it as the desktop says.
  public var reducesMotion: Bool {
    get { calm.withLock { $0 } }
    set { calm.withLock { $0 = newValue } }
  }

  /// How flips look that are asked for without a word of it (`session.flip()`). A `CameraView` sets it; of
  /// several views the last one to say so holds.
  public var transition: Transition {
    get { usual.withLock { $0 } }
    set { usual.withLock { $0 = newValue } }
  }

  /// Calls a handler when there is something new to draw: a frame, or a turn that begins.
  ///
  /// - Parameter handler: called on a capture thread or the engine's; must not block. A view hops to
  ///   its own thread there and queues a drawing; while `isAnimating` it draws at each refresh.
  /// - Returns: what ends it, with `cancel()` or with its last reference.
  public func onChange(_ handler: @escaping @Sendable () -> Void) -> FrameObservation {
    watchFrames()
    let id = viewers.withLock { $0.handlers.add { handler() } }
    return FrameObservation { [weak self] in self?.viewers.withLock { $0.handlers.remove(id) } }
  }

  /// What is to be seen at one moment.
  ///
  /// - Parameters:
  ///   - viewport: the view's size in pixels.
  ///   - gravity: how pictures are fitted to it.
  ///   - mirroring: whether it is a mirror; each camera is judged by its own position.
  ///   - background: what shows beside the picture.
  ///   - moment: monotonic, no earlier than the last one; nil is now.
  /// - Returns: a scene without patches while there is no picture.
  public func scene(
    viewport: PixelSize, gravity: Gravity = .aspectFill, mirroring: Mirroring = .automatic,
    background: SceneColor = .black, at moment: MediaTime? = nil
  ) -> Scene {
    let (mode, time) = draw(at: moment)
    guard case .turning(let turn, _) = mode else {
      return SceneComposer.scene(
        viewport: viewport, gravity: gravity, face: mode.plainSide?.face(mirroring),
        background: background)
    }
    return SceneComposer.scene(
      viewport: viewport, gravity: gravity, transition: turn.style.transition,
      progress: turn.progress(at: time), old: turn.old.face(mirroring),
      new: turn.hasArrived ? turn.new.face(mirroring) : nil, background: background)
  }
}

extension PreviewFeed {
  /// The newest picture alone, as one face of a scene of the caller's own: for a small picture over
  /// another session's (`SceneComposer.scene(_:over:)`). During a flip it is the old camera's until the new
  /// one's first picture is there.
  ///
  /// - Parameter mirroring: whether it is a mirror.
  /// - Returns: nil while there is no picture.
  public func face(mirroring: Mirroring = .automatic) -> Face? {
    let mode = draw(at: nil).mode
    guard case .turning(let turn, _) = mode else { return mode.plainSide?.face(mirroring) }
    return (turn.hasArrived ? turn.new : turn.old).face(mirroring)
  }

  /// Comes to a moment that is about to be seen; nil is now.
  private func draw(at moment: MediaTime?) -> (mode: PreviewState.Mode, time: MediaTime) {
    watchFrames()
    let time = moment ?? clock.now
    let (mode, shown) = update { state in
      let shown = state.draw(at: time)
      return (state.mode, shown)
    }
    if let shown { router.recordShown(shown, at: time) }
    return (mode, time)
  }
}

// MARK: - For the session

extension PreviewFeed {
  /// Says how the flips that begin from now on look.
  ///
  /// - Returns: the style that they will have.
  @discardableResult
  func use(_ style: FlipStyle) -> FlipStyle {
    let style = reducesMotion ? style.calm : style
    self.style.withLock { $0 = style }
    return style
  }

  /// Takes an engine's event; one call at a time.
  func capture(_ event: CaptureEngineEvent) {
    let (now, style) = (clock.now, style.withLock { $0 })
    let isWatched = viewers.withLock { $0.frames != nil }
    update { state in
      // While nobody looks no frame is held, so that the camera has all its buffers.
      state.apply(event, at: now, style: style) { isWatched ? router.latest(of: $0) : nil }
    }
    switch event {
    case .devices, .opening, .interrupted: break
    case .started, .flipBegan, .flipFirstFrame, .flipEnded, .stopped: tellViewers()
    }
  }

  /// Begins to take frames, when somebody looks for the first time.
  private func watchFrames() {
    guard viewers.withLock({ $0.frames == nil }) else { return }
    let observation = router.onFrame { [weak self] stream in self?.take(stream) }
    viewers.withLock { viewers in
      if viewers.frames == nil { viewers.frames = observation }
    }
    if let stream = state.withLock({ $0.mode.plainSide?.stream }) { take(stream) }
  }

  private func take(_ stream: StreamID) {
    guard state.withLock({ $0.uses(stream) }), let frame = router.latest(of: stream) else { return }
    let now = clock.now
    update { $0.take(frame, of: stream, at: now) }
    tellViewers()
  }

  private func tellViewers() {
    let handlers = viewers.withLock { viewers in
      viewers.revision += 1
      return viewers.handlers
    }
    handlers(())
  }

  /// Changes the state under its lock; frames that go out of use are let go after it, since their
  /// owners may take locks of their own.
  private func update<Result: Sendable>(
    _ change: (inout sending PreviewState) -> Result
  ) -> Result {
    let (result, before) = state.withLock { state in
      let before = state
      return (change(&state), before)
    }
    withExtendedLifetime(before) {}
    return result
  }
}
