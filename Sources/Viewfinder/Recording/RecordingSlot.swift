import CaptureCore
import RecordCore
import Synchronization

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
  private let state = Mutex(State.free)

  init(router: FrameRouter) {
    self.router = router
  }

  /// The recording that runs, or has run last; nil when there was none, or one is being opened.
  var recording: Recording? {
    state.withLock { if case .running(let running) = $0 { running.recording } else { nil } }
  }

  /// Opens a file and lets frames and sound flow into it.
  func start(
    _ plan: Recorder.Plan, microphone: MicrophoneFeed?
  ) async throws(RecordError) -> Recording {
    guard reserve() else {
      throw RecordError(
        .invalidRequest, "There is a recording under way.", remedy: "Stop it first.")
    }
    do throws(RecordError) {
      let recorder = try await Recorder.open(plan)
      let recording = Recording(recorder, path: plan.path, settings: plan.settings)
      router.add(recorder.queue)
      let sound = plan.settings.sound == nil ? nil : microphone?.listen { recording.hear($0) }
      let running = Running(recording: recording, recorder: recorder, sound: sound)
      state.withLock { $0 = .running(running) }
      recorder.start()
      Task { await self.release(running) }
      return recording
    } catch {
      state.withLock { $0 = .free }
      throw error
    }
  }

  /// Waits for a recording's end and cuts it off from what feeds it.
  private func release(_ running: Running) async {
    _ = await running.recorder.outcome.wait()
    router.remove(running.recorder.queue)
    running.sound?.cancel()
    state.withLock { state in
      if case .running(let current) = state, current.recording === running.recording {
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

  /// Takes an engine's event.
  func capture(_ event: CaptureEngineEvent) { recording?.capture(event) }
}
