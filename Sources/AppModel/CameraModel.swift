public import Viewfinder

/// Joins a session with a window: intents go in, screens and messages come out.
///
/// *Context*: main actor. `start` once; `stop` ends what it began.
@MainActor
public final class CameraModel {
  /// What a view is told.
  public enum Event: Sendable {
    /// Another session is in use: show its preview.
    case session(CameraSession)
    /// Show this.
    case screen(CameraScreen)
    /// Say this for a moment.
    case message(String)
    /// A flip ended.
    case flipEnded(FlipReport)
    /// A movie or photo is on the disk.
    case saved(path: String)
    /// Recordings that a crash has left can be made whole.
    case leftOvers(count: Int)
  }

  private let style: FlipWish
  private let makeVirtual: @MainActor () -> CameraSession
  private var session: CameraSession
  private var watching: Task<Void, Never>?
  private var listening: Task<Void, Never>?
  private var shown: CameraScreen?
  private let folders: UserFolders?
  private lazy var movies = MovieDesk(folders: folders) { [weak self] in self?.handle($0) }

  /// Shows what is to be shown.
  public var onEvent: (@MainActor (Event) -> Void)?

  /// Makes a model that does nothing yet.
  ///
  /// - Parameters:
  ///   - session: the cameras to begin with.
  ///   - style: how flips look.
  ///   - folders: where movies and photos go; nil for the person's own.
  ///   - makeVirtual: makes the session of the virtual cameras, when they are asked for.
  public init(
    session: CameraSession, style: FlipWish = FlipWish(), folders: UserFolders? = nil,
    makeVirtual: @escaping @MainActor () -> CameraSession
  ) {
    self.session = session
    self.style = style
    self.folders = folders
    self.makeVirtual = makeVirtual
  }

  deinit {
    watching?.cancel()
    listening?.cancel()
  }

  /// Starts the session and begins to tell what it does.
  public func start() {
    begin()
    Task { await movies.lookForLeftOvers() }
  }

  /// Starts the session that is in use from now on, and listens to it alone.
  private func begin() {
    watching?.cancel()
    onEvent?(.session(session))
    watching = Task { [weak self, session] in
      for await _ in session.states() { self?.refresh() }
    }
    listening?.cancel()
    let events = session.events()
    listening = Task { [weak self] in
      for await event in events { self?.hear(event) }
    }
    run(session)
  }

  /// Whether a movie is not whole yet.
  public var isRecording: Bool { movies.state.phase != .off }

  /// Ends the session; a movie that is being recorded is finished first.
  public func stop() async {
    await movies.finish()
    watching?.cancel()
    listening?.cancel()
    await session.stop()
  }

  /// Does what a person asked for; what cannot be done is answered by a message.
  public func send(_ intent: CameraIntent) {
    switch intent {
    case .flip: flip(style)
    case .swipe(let direction):
      var style = style
      style.transition = direction.steer(style.transition)
      flip(style)
    case .select(let camera):
      turn { [style] session throws(CaptureError) in
        try await session.select(
          camera, transition: style.transition, duration: style.duration, curve: style.curve)
      }
    case .retry: run(session)
    case .record: movies.toggle(session)
    case .photo: takePhoto()
    case .mute:
      session.microphone.isMuted.toggle()
      refresh()
    case .repair: Task { await movies.repairLeftOvers() }
    case .useVirtualCameras:
      let old = session
      Task { await old.stop() }
      session = makeVirtual()
      begin()
    }
  }

  private func handle(_ event: MovieDesk.Event) {
    switch event {
    case .state: refresh()
    case .message(let text): onEvent?(.message(text))
    case .saved(let path): onEvent?(.saved(path: path))
    case .leftOvers(let paths): onEvent?(.leftOvers(count: paths.count))
    }
  }

  /// Says what neither a page nor the answer to a flip says.
  private func hear(_ event: SessionEvent) {
    switch event.kind {
    case .cameraBack, .cameraReplaced, .cameraAdded, .cameraRemoved, .microphoneLost,
      .microphoneBack:
      onEvent?(.message(event.text))
    case .cameraLost, .notFlipped, .notStarted, .coverClosed, .coverOpened: break
    }
  }

  private func refresh() {
    let screen = CameraScreen(
      session.state, recording: movies.state, isMuted: session.microphone.isMuted)
    guard screen != shown else { return }
    shown = screen
    onEvent?(.screen(screen))
  }

  private func takePhoto() {
    Task { [session, folders, weak self] in
      do {
        let folder = MediaPath.folder(.pictures, of: folders)
        for photo in try await session.photos(PhotoSeries(), inFolder: folder) {
          self?.onEvent?(.saved(path: photo.path))
        }
      } catch {
        self?.onEvent?(.message("\(error)"))
      }
    }
  }

  // The reason for a failed start is in the session's state, which the screen shows.
  private func run(_ session: CameraSession) {
    Task { try? await session.start() }
  }

  private func flip(_ style: FlipWish) {
    turn { session throws(CaptureError) in
      try await session.flip(style.transition, duration: style.duration, curve: style.curve)
    }
  }

  private func turn(
    _ body: @escaping @Sendable (CameraSession) async throws(CaptureError) -> FlipReport
  ) {
    Task { [session, weak self] in
      do throws(CaptureError) {
        let report = try await body(session)
        self?.onEvent?(.flipEnded(report))
        if let text = FlipMessage.text(for: report) {
          self?.onEvent?(.message(text))
        }
      } catch {
        if let text = FlipMessage.text(for: error) { self?.onEvent?(.message(text)) }
      }
    }
  }
}
