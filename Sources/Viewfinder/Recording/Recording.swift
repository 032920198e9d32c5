import CaptureCore
public import MediaTypes
public import RecordCore

/// A movie that is being recorded: goes on through flips, unplugged cameras and lost microphones, until it
/// is stopped or the disk is nearly full.
///
/// ```swift
/// let recording = try await session.record(to: "holiday.mp4")
/// try await session.flip()
/// let report = try await recording.stop()
/// ```
///
/// *Context*: any task; no call blocks a thread. Once its session was stopped, or has no owner any more, it ends
/// well by itself.
public final class Recording: Sendable {
  private let recorder: Recorder
  /// Where the movie will lie.
  public let path: String
  /// What it is.
  public let settings: MovieSettings

  let drawnFlip: DrawnFlip?

  init(_ recorder: Recorder, _ plan: Recorder.Plan) {
    self.recorder = recorder
    path = plan.path
    settings = plan.settings
    drawnFlip = plan.drawnFlip
  }

  /// How it is doing.
  public var progress: TakeProgress { recorder.progress.value }

  /// How it is doing: now, and after each change, which is about once a frame. A slow reader gets the
  /// latest only.
  ///
  /// Each call is a subscription of its own, which ends with its reader, or after the last value when the
  /// recording has ended.
  public func progresses() -> AsyncStream<TakeProgress> { recorder.progress.values() }

  /// Leaves out what is captured from now on. Does nothing while it is paused, or after the stop.
  public func pause() { recorder.queue.push(.pause) }

  /// Goes on with what is captured from now on; in the movie the pause takes no time.
  public func resume() { recorder.queue.push(.resume) }

  /// Ends the movie with what was captured until now, and returns when the file is whole.
  ///
  /// Works also when it has ended by itself, and more than once: each call returns the same.
  ///
  /// - Returns: what became of it. Its `problem` says why it has ended by itself, if it has; the movie is
  ///   whole all the same.
  /// - Throws: `RecordError.nothingRecorded` when it was stopped before its first frame, and no file is
  ///   left; or why the file could not be finished.
  @discardableResult
  public func stop() async throws(RecordError) -> TakeReport {
    askToStop()
    return try await finished()
  }

  /// Ends the movie by itself when a moment has come, with what was captured before it: exactly as long as
  /// was wished, however late anybody notices.
  ///
  /// - Parameter moment: by the session's clock; `progress.start` says when the movie's first picture was
  ///   captured. The last call counts. A moment that has passed ends the movie as it is now.
  public func end(at moment: MediaTime) { recorder.queue.push(.end(moment)) }

  /// Ends the movie as `stop` does, without waiting: for those who move the clock themselves.
  package func askToStop() { recorder.queue.push(.stop) }

  /// Waits until it has ended, by `stop` or by itself; returns and throws as `stop`.
  public func finished() async throws(RecordError) -> TakeReport {
    try await recorder.outcome.wait().get()
  }

  /// Whether it has ended.
  public var isFinished: Bool { recorder.outcome.value != nil }

  /// Suspends until everything that came before is written; for tests on a clock of their own.
  package func caughtUp() async { await recorder.queue.caughtUp() }

  /// Takes an engine's event.
  func capture(_ event: CaptureEngineEvent) {
    drawnFlip?.capture(event)
    let queue = recorder.queue
    switch event {
    case .flipBegan: queue.push(.flipBegan)
    case .flipEnded: queue.push(.flipEnded)
    case .interrupted(let device, let error):
      // A network camera that does not answer is no service that others depend on.
      let isService =
        error.code == .serviceUnavailable && CameraID(address: device.id.rawValue) == nil
      queue.push(.lost(isService ? .service : .camera, "\(error)"))
    case .started:
      queue.push(.back(.camera))
      queue.push(.back(.service))
    case .stopped: queue.push(.stop)
    case .devices, .opening, .flipFirstFrame: break
    }
  }

  /// Takes what a microphone says.
  func hear(_ event: MicrophoneEvent) {
    switch event {
    case .found: recorder.queue.push(.back(.microphone))
    case .sound(let sound): recorder.queue.push(sound)
    case .lost(_, let error): recorder.queue.push(.lost(.microphone, "\(error)"))
    case .ended: break
    }
  }
}
