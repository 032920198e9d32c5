import CaptureCore
import CaptureVirtual
import MediaTypes
import PreviewCore
import RecordCore
import Viewfinder

/// Virtual cameras in virtual time, which stands still while a picture is drawn.
///
/// The session works on tasks of its own, in real time. So that its work is done before the clock
/// goes on, the stage watches the back end: after a tap it waits until the new camera was asked to
/// start, and after that camera's first frame until the session has taken it.
final class VirtualStage: Stage {
  let session: CameraSession
  let backend: VirtualBackend
  let clock = ManualClock()
  private let watch = StageWatch()
  private let recording = Locked<Recording?>(nil)

  /// How long the session is given, in real time, to do what it is known to have to do: much, since
  /// a machine may be slow.
  private static let patience = MediaTime.seconds(30)
  /// How long it is given, in real time, to turn to a camera.
  private let courtesy: MediaTime
  /// How long it is given, in real time, in case it has something to do that is not known.
  private static let pause = MediaTime.milliseconds(2)
  /// The farthest that the clock goes in one step during a start.
  private static let startStep = MediaTime.milliseconds(100)

  init(
    camera: CameraChoice, faults: String, cameras: [VirtualCamera] = .frontAndBack
  ) throws {
    backend = VirtualBackend(
      clock: clock, script: try FaultScript(parsing: faults), cameras: cameras)
    // It looks for a camera that is not there until the clock says that it was long enough.
    courtesy = Self.exists(camera) ? Self.patience : Self.pause
    var configuration = CameraSession.Configuration()
    configuration.backends = .custom([WatchedBackend(backend, watch: watch)])
    configuration.camera = camera
    configuration.clock = clock
    session = CameraSession(configuration)
  }

  private static func exists(_ choice: CameraChoice) -> Bool {
    guard case .id(let camera) = choice else { return true }
    return [VirtualCamera].frontAndBack.contains { $0.id == camera }
  }

  var now: MediaTime { clock.now }

  func start() async throws {
    let work = begin { [session] in try await session.startOrStop() }
    await settle()
    while !watch.isIdle, !Task.isCancelled {
      await move(to: clock.now + Self.startStep)
    }
    try await work.finish()
  }

  func reach(_ moment: MediaTime) async throws {
    while clock.now < moment {
      try Task.checkCancellation()
      await move(to: moment)
    }
  }

  func flip(_ transition: Transition) async -> FlipTask {
    let work = begin { [session] in try await session.flip(transition) }
    await settle()
    return work
  }

  private func begin<Result: Sendable>(
    expectsCamera: Bool = true, _ work: @escaping @Sendable () async throws -> Result
  ) -> Task<Result, any Error> {
    watch.beginWork(expectsCamera: expectsCamera)
    return Task { [watch] in
      defer { watch.endWork() }
      return try await work()
    }
  }

  /// Takes the virtual microphone, and returns when there is sound.
  func openMicrophone() async throws {
    let work = begin(expectsCamera: false) { [session] in
      try await session.selectMicrophone(.automatic)
    }
    await settle()
    while !watch.isIdle, !Task.isCancelled { await move(to: clock.now + Self.startStep) }
    try await work.finish()
  }

  /// Records from now on; the clock waits for the encoder, so that nothing is dropped.
  func record(to path: String, _ settings: RecordingSettings) async throws -> Recording {
    let recording = try await session.record(to: path, settings)
    self.recording.withLock { $0 = recording }
    return recording
  }

  /// Ends the recording with what was captured until now; the clock goes on until it is whole.
  func stopRecording() async throws -> TakeReport {
    guard let recording = recording.withLock({ $0.take() }) else { throw CancellationError() }
    recording.askToStop()
    while !recording.isFinished {
      await move(to: clock.now + Self.startStep)
      await recording.caughtUp()
    }
    return try await recording.finished()
  }

  /// Goes on to the next thing that happens, at most to a moment.
  private func move(to moment: MediaTime) async {
    clock.advance(to: min(clock.nextDeadline ?? moment, moment))
    await recording.withLock { $0 }?.caughtUp()
    await settle()
  }

  private func settle() async {
    await watch.wait(limit: courtesy) { $0.hasOpened }
    await watch.wait(limit: Self.patience) { $0.isSettled }
    watch.forget()
    await watch.wait(limit: Self.pause) { $0.isIdle }
  }
}

extension Task where Failure == any Error {
  /// Waits for the end; a cancelled caller cancels the task.
  func finish() async throws -> Success {
    try await withTaskCancellationHandler {
      try await value
    } onCancel: {
      cancel()
    }
  }
}
