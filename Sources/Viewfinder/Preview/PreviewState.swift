import CaptureCore
import MediaTypes
import PreviewCore

/// What the preview shows, as a pure value: engine events, frames and drawn moments in, sides out.
///
/// ```
///            started                  flipBegan
///     blank ─────────▶ plain(side) ──────────────▶ turning(turn, next)
///       ▲                ▲                            │   │ flipBegan, before the new picture:
///       │ stopped        └──── the turn has ended ────┘   │   the turn goes on to the later camera
///       └─ from anywhere         (then `next` begins)     │ flipBegan, after it: the later turn is
///                                                         │   added to what is left of this one once
///                                                         │   its edge is passed; another kind of
///                                                         │   change becomes `next`
///                                                         │ not done: the turn goes back
/// ```
///
/// Every moment that is set is no earlier than the last one drawn, so that nothing jumps.
struct PreviewState: Sendable {
  /// A change that waits for the running one.
  struct Next: Sendable {
    var side: PreviewSide
    let style: FlipStyle
  }

  enum Mode: Sendable {
    case blank
    case plain(PreviewSide)
    case turning(PreviewTurn, next: Next?)

    var plainSide: PreviewSide? {
      if case .plain(let side) = self { side } else { nil }
    }
  }

  private(set) var mode = Mode.blank
  private var lastDrawn = MediaTime(nanoseconds: .min)

  /// Whether the picture changes without a new frame.
  var isAnimating: Bool {
    if case .turning = mode { true } else { false }
  }

  /// Whether a stream's frames are seen, or will be.
  func uses(_ stream: StreamID) -> Bool {
    switch mode {
    case .blank: false
    case .plain(let side): side.stream == stream
    case .turning(let turn, let next):
      [turn.old.stream, turn.new.stream, next?.side.stream].contains(stream)
    }
  }
}

// MARK: - Events

extension PreviewState {
  /// Takes an engine's event.
  ///
  /// - Parameters:
  ///   - now: when it came.
  ///   - style: how a flip that begins is to look.
  ///   - latest: the newest frame of a stream.
  mutating func apply(
    _ event: CaptureEngineEvent, at now: MediaTime, style: FlipStyle,
    latest: (StreamID) -> VideoFrame?
  ) {
    switch event {
    case .flipBegan(let flip, from: _, to: let camera, at: let asked):
      begin(Next(side: PreviewSide(camera, flip: flip), style: style), at: max(asked, lastDrawn))
    case .started(let stream, let camera, _):
      start(stream, of: camera, frame: latest(stream), at: max(now, lastDrawn))
    case .flipFirstFrame(let flip, let stream, at: _):
      bind(stream, frame: latest(stream), at: max(now, lastDrawn)) { $0.flip == flip }
    case .flipEnded(let report):
      if report.outcome != .done { giveUp(report.id, at: max(now, lastDrawn)) }
    case .stopped: mode = .blank
    case .devices, .opening, .interrupted: break
    }
  }

  /// Takes a stream's newest frame.
  mutating func take(_ frame: VideoFrame, of stream: StreamID, at now: MediaTime) {
    bind(stream, frame: frame, at: max(now, lastDrawn)) { $0.stream == stream }
  }

  /// Gives a stream and its frame to the sides that it feeds.
  private mutating func bind(
    _ stream: StreamID, frame: VideoFrame?, at time: MediaTime,
    where fits: (PreviewSide) -> Bool
  ) {
    func bind(_ side: inout PreviewSide) {
      guard fits(side) else { return }
      side.stream = stream
      side.frame = frame ?? side.frame
    }
    switch mode {
    case .blank: break
    case .plain(var side):
      bind(&side)
      mode = .plain(side)
    case .turning(var turn, var next):
      bind(&turn.old)
      bind(&turn.new)
      if var side = next?.side {
        bind(&side)
        next?.side = side
      }
      if turn.new.frame != nil { turn.arrive(at: time) }
      mode = .turning(turn, next: next)
    }
  }

  /// A stream's frames are the current ones, whether a flip brought it or not.
  private mutating func start(
    _ stream: StreamID, of camera: CameraDevice, frame: VideoFrame?, at time: MediaTime
  ) {
    bind(stream, frame: frame, at: time) { $0.camera.id == camera.id }
    guard destination?.camera.id != camera.id else { return }
    var side = PreviewSide(camera, stream: stream)
    side.frame = frame
    begin(Next(side: side, style: FlipStyle(transition: .none)), at: time)
  }

  /// What will be seen when everything under way has ended.
  private var destination: PreviewSide? {
    switch mode {
    case .blank: nil
    case .plain(let side): side
    case .turning(let turn, let next): next?.side ?? (turn.isCancelled ? turn.old : turn.new)
    }
  }

  private mutating func begin(_ change: Next, at time: MediaTime) {
    switch mode {
    case .blank: mode = .plain(change.side)
    case .plain(let shown): begin(change, from: shown, at: time)
    case .turning(var turn, _):
      if let following = turn.followed(by: change.side, style: change.style, at: time) {
        mode = .turning(following, next: nil)
      } else if change.side.camera.id == turn.old.camera.id {
        turn.cancel(at: time)
        mode = .turning(turn, next: change)
      } else if turn.retarget(to: change.side, at: time, drawn: lastDrawn) {
        mode = .turning(turn, next: nil)
      } else {
        mode = .turning(turn, next: change)
      }
    }
  }

  private mutating func begin(_ change: Next, from shown: PreviewSide, at time: MediaTime) {
    if shown.camera.id == change.side.camera.id {
      // The same camera, opened again: its last picture stays until the next.
      var side = change.side
      side.stream = side.stream ?? shown.stream
      side.frame = side.frame ?? shown.frame
      mode = .plain(side)
    } else if shown.frame == nil {
      mode = .plain(change.side)
    } else {
      let turn = PreviewTurn(from: shown, to: change.side, style: change.style, start: time)
      mode = .turning(turn, next: nil)
    }
  }

  private mutating func giveUp(_ flip: FlipID, at time: MediaTime) {
    guard case .turning(var turn, var next) = mode else { return }
    if turn.new.flip == flip { turn.cancel(at: time) }
    if next?.side.flip == flip { next = nil }
    mode = .turning(turn, next: next)
  }
}

// MARK: - Drawing

extension PreviewState {
  /// Ends what has ended at a moment that is to be drawn, and begins what waited for that.
  ///
  /// - Returns: the flip whose new picture is seen for the first time.
  mutating func draw(at time: MediaTime) -> FlipID? {
    lastDrawn = max(lastDrawn, time)
    if case .turning(let turn, let next) = mode, turn.isFinished(at: time) {
      mode = .plain(turn.isCancelled ? turn.old : turn.new)
      if let next { begin(next, at: time) }
    } else if case .turning(let turn, let next?) = mode,
      let following = turn.followed(by: next.side, style: next.style, at: time)
    {
      mode = .turning(following, next: nil)
    }
    return takeShownFlip(at: time)
  }

  private mutating func takeShownFlip(at time: MediaTime) -> FlipID? {
    switch mode {
    case .plain(var side) where side.frame != nil:
      defer {
        side.flip = nil
        mode = .plain(side)
      }
      return side.flip
    case .turning(var turn, let next) where turn.old.flip != nil && turn.showsOld(at: time):
      // The one before went on into this turn as soon as its new picture was to be seen.
      defer {
        turn.old.flip = nil
        mode = .turning(turn, next: next)
      }
      return turn.old.flip
    case .turning(var turn, let next) where turn.showsNew(at: time):
      defer {
        turn.new.flip = nil
        mode = .turning(turn, next: next)
      }
      return turn.new.flip
    case .blank, .plain, .turning: return nil
    }
  }
}
