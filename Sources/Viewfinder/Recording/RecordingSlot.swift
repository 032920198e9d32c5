import MediaTypes
import CaptureCore
import RecordCore

/// The one recording that a session may have at a time, and what feeds it.
final class RecordingSlot: Sendable {
  private struct Running: Sendable {
    let recording: Recording
    let recorder: Recorder
    let sound: FrameObservation?
  }

  private enum State: Sendable {
    case free
    /// A file is being opened.
    case opening
    case running(Running)
  }

  private let router: FrameRouter
  private let state = Locked(State.free)
  /// How the engine told of the camera that is shown, and how flips look.
  private let shown = Locked<(event: CaptureEngineEvent?, style: FlipStyle)>((nil, FlipStyle()))

  init(router: FrameRouter) {
    self.router = router
  }

  /// The recording that runs, or has run last; nil when there was none, or one is being opened.
  var recording: Recording? {
    state.withLock { if case .running(let running) = $0 { running.recording } else { nil } }
  }

  /// Opens a file and lets frames and sound flow into it.
  func start(
    _ plan: Recorder.Plan, drawsFlips: Bool, microphone: MicrophoneFeed?
  ) async throws(RecordError) -> Recording {
    guard reserve() else {
      throw RecordError(
        .invalidRequest, "There is a recording under way.", remedy: "Stop it first.")
    }
    do throws(RecordError) {
      var plan = plan
      if drawsFlips { plan.drawnFlip = drawnFlip(plan) }
      let recorder = try await Recorder.open(plan)
      let recording = Recording(recorder, plan)
      router.add(recorder.queue)
      let sound = plan.settings.sound == nil ? nil : microphone?.listen { recording.hear($0) }
      let running = Running(recording: recording, recorder: recorder, sound: sound)
      state.withLock { $0 = .running(running) }
      // What the engine has told while the file was opened.
      if let event = shown.withLock(\.event) { plan.drawnFlip?.capture(event) }
      recorder.start()
      // Holds nothing that would keep a recorder alive whose owner has gone.
      Task { [weak self, queue = recorder.queue, outcome = recorder.outcome] in
        _ = await outcome.wait()
        self?.release(queue)
      }
      return recording
    } catch {
      state.withLock { $0 = .free }
      throw error
    }
  }

  /// Cuts a recording that has ended off from what feeds it.
  private func release(_ queue: RecorderQueue) {
    router.remove(queue)
    state.withLock { state in
      if case .running(let running) = state, running.recorder.queue === queue {
        running.sound?.cancel()
        state = .free
      }
    }
  }

  private func reserve() -> Bool {
    state.withLock { state in
      switch state {
      case .opening: return false
      case .running(let running) where !running.recording.isFinished: return false
      case .free, .running:
        state = .opening
        return true
      }
    }
  }

  private func drawnFlip(_ plan: Recorder.Plan) -> DrawnFlip {
    let (event, style) = shown.withLock { $0 }
    let drawn = DrawnFlip(
      canvas: plan.settings.canvas, router: router, clock: plan.clock, shown: event)
    drawn.use(style)
    return drawn
  }

  /// Says how the flips that begin from now on look.
  func use(_ style: FlipStyle) {
    shown.withLock { $0.style = style }
    recording?.drawnFlip?.use(style)
  }

  /// Takes an engine's event.
  func capture(_ event: CaptureEngineEvent) {
    switch event {
    case .started: shown.withLock { $0.event = event }
    case .stopped: shown.withLock { $0.event = nil }
    default: break
    }
    recording?.capture(event)
  }
}
