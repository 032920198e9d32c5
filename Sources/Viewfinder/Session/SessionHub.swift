import CaptureCore

/// Hands an engine's events to all who show them: the state, the statistics and the preview.
final class SessionHub: CaptureObserver {
  let board: StateBoard<SessionState>
  let events: EventBoard
  let router: FrameRouter
  let preview: PreviewFeed
  let recordings: RecordingSlot
  private let cover: CoverWatch

  init(router: FrameRouter, preview: PreviewFeed, backends: [any CaptureBackend]) {
    let events = EventBoard()
    self.events = events
    board = StateBoard(SessionState()) { old, new in
      for event in SessionEvent.events(from: old, to: new) { events.post(event) }
    }
    cover = CoverWatch(backends)
    self.router = router
    self.preview = preview
    recordings = RecordingSlot(router: router)
  }

  /// Says how the flips that begin from now on look.
  ///
  /// - Returns: the style that they will have.
  func use(_ style: FlipStyle) -> FlipStyle {
    let style = preview.use(style)
    recordings.use(style)
    return style
  }

  func capture(_ event: CaptureEngineEvent) {
    switch event {
    case .flipEnded(let report): router.record(report)
    case .stopped: router.finishFrames()
    case .devices, .opening, .started, .flipBegan, .flipFirstFrame, .interrupted: break
    }
    preview.capture(event)
    recordings.capture(event)
    board.update { $0.apply(event) }
    watchCover(after: event)
  }

  private func watchCover(after event: CaptureEngineEvent) {
    switch event {
    case .started(_, let device, _):
      cover.watch(device) { [board] isClosed in
        board.update { $0.cover(isClosed: isClosed, of: device) }
      }
    case .stopped, .interrupted: cover.watch(nil) { _ in }
    default: break
    }
  }

  func microphone(_ state: MicrophoneState) {
    board.update { $0.microphone = state }
  }
}
