public import CaptureCore
public import CaptureVirtual
public import MediaTypes
public import PreviewCore
public import Viewfinder

/// A session with virtual cameras in virtual time, which only goes on when a test says so: for the tests of
/// programs that use cameras.
///
/// ```swift
/// let studio = try VirtualStudio(faults: "front.slow:3s")
/// try await studio.start()
/// let report = try await studio.flip()
/// await studio.stop()
/// ```
///
/// The session works on tasks of its own, in real time. So that its work is done before the clock
/// goes on, the studio watches the cameras: after a call it waits until the new camera was asked to
/// start, and after that camera's first frame until the session has taken it. It waits for those who read
/// `frames` too, so that none is dropped. A minute of virtual time passes in about as long as its pictures take
/// to be drawn.
///
/// *Context*: any task, one call at a time.
public final class VirtualStudio: Sendable {
  /// The session; give it to the program under test.
  public let session: CameraSession
  /// The cameras and microphones: plug, unplug and fail them here.
  public let backend: VirtualBackend
  /// The session's time; it goes on in the methods of the studio.
  public let clock = ManualClock()
  private let watch = StudioWatch()
  private let recording = Locked<Recording?>(nil)

  /// How long the session is given, in real time, to do what it is known to have to do: much, since
  /// a machine may be slow.
  private static let patience = MediaTime.seconds(30)
  /// How long it is given, in real time, to turn to a camera.
  private let courtesy: MediaTime
  /// How long it is given, in real time, in case it has something to do that is not known.
  private static let pause = MediaTime.milliseconds(2)
  /// How long it waits, in real time, for whoever reads frames to wait for the next one.
  private static let readerPatience = MediaTime.milliseconds(500)
  /// The farthest that the clock goes in one step while a call is under way.
  private static let step = MediaTime.milliseconds(100)

  /// Makes a studio whose session has not been started.
  ///
  /// - Parameters:
  ///   - camera: the one to begin with.
  ///   - faults: what goes wrong, and when: see `FaultScript.init(parsing:cameras:)`.
  ///   - cameras: what is plugged in.
  ///   - microphones: likewise; they are used when the session is told to.
  ///   - configure: changes the rest of the session's configuration.
  /// - Throws: `FaultScriptError` for a script that makes no sense.
  public init(
    camera: CameraChoice = .automatic, faults: String = "",
    cameras: [VirtualCamera] = .frontAndBack, microphones: [VirtualMicrophone] = [.standard],
    configure: (inout CameraSession.Configuration) -> Void = { _ in }
  ) throws(FaultScriptError) {
    backend = VirtualBackend(
      clock: clock, script: try FaultScript(parsing: faults, cameras: cameras), cameras: cameras,
      microphones: microphones, jpeg: VirtualCamera.jpeg)
    // It looks for a camera that is not there until the clock says that it was long enough.
    courtesy = Self.exists(camera, cameras) ? Self.patience : Self.pause
    var configuration = CameraSession.Configuration()
    configuration.camera = camera
    configure(&configuration)
    configuration.backends = .custom([WatchedBackend(backend, watch: watch)])
    configuration.clock = clock
    session = CameraSession(configuration)
  }

  private static func exists(_ choice: CameraChoice, _ cameras: [VirtualCamera]) -> Bool {
    guard case .id(let camera) = choice else { return !cameras.isEmpty }
    return cameras.contains { $0.id == camera }
  }

  /// The time of the session.
  public var now: MediaTime { clock.now }
}

// MARK: - Calls

extension VirtualStudio {
  /// Starts the session; returns at the first picture.
  ///
  /// - Throws: what the session's `start` throws.
  public func start() async throws {
    try await end(of: begin { [session] in try await session.startOrStop() })
  }

  /// Turns to the other camera; returns at its first picture, or when the flip was given up.
  ///
  /// - Throws: what the session's `flip` throws.
  @discardableResult
  public func flip(
    _ transition: Transition = .flipFromLeft, duration: MediaTime = .seconds(1),
    curve: TimingCurve = .easeInOut
  ) async throws -> FlipReport {
    let flip = begin { [session] in
      try await session.flip(transition, duration: duration, curve: curve)
    }
    return try await end(of: flip)
  }

  /// Begins a flip; returns when it is on its way, before the clock goes on.
  public func beginFlip(
    _ transition: Transition = .flipFromLeft, duration: MediaTime = .seconds(1),
    curve: TimingCurve = .easeInOut
  ) async -> Task<FlipReport, any Error> {
    let work = begin { [session] in
      try await session.flip(transition, duration: duration, curve: curve)
    }
    await settle()
    return work
  }

  /// Does anything that takes its time, such as a call of the program under test; the clock goes on until
  /// it returns.
  ///
  /// - Throws: what the work throws.
  public func perform<Result: Sendable>(
    _ work: @escaping @Sendable (CameraSession) async throws -> Result
  ) async throws -> Result {
    try await end(of: begin(expectsCamera: false) { [session] in try await work(session) })
  }

  /// Takes the virtual microphone, and returns when there is sound.
  public func openMicrophone() async throws {
    try await perform { try await $0.selectMicrophone(.automatic) }
  }

  /// Stops the session.
  public func stop() async {
    _ = try? await perform { await $0.stop() }
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

  private func end<Result: Sendable>(of work: Task<Result, any Error>) async throws -> Result {
    await settle()
    while !watch.isIdle, !Task.isCancelled { await move(to: clock.now + Self.step) }
    return try await work.finish()
  }
}

// MARK: - Time

extension VirtualStudio {
  /// Lets time pass.
  ///
  /// - Throws: `CancellationError`.
  public func advance(by length: MediaTime) async throws {
    try await advance(to: clock.now + length)
  }

  /// Lets time pass until a moment; one that has passed changes nothing.
  ///
  /// - Throws: `CancellationError`.
  public func advance(to moment: MediaTime) async throws {
    while clock.now < moment {
      try Task.checkCancellation()
      await move(to: moment)
    }
    // For those who hear of what has happened on tasks of their own.
    await watch.wait(limit: Self.pause) { _ in false }
  }

  /// Lets time pass until the session is in a state.
  ///
  /// - Parameters:
  ///   - limit: the longest, in virtual time.
  ///   - fits: whether it is this one.
  /// - Returns: the state.
  /// - Throws: `StudioTimeOut` with the state in which the session was at the end, or
  ///   `CancellationError`.
  @discardableResult
  public func advance(
    limit: MediaTime = .seconds(60), until fits: (SessionState) -> Bool
  ) async throws -> SessionState {
    let end = clock.now + limit
    while true {
      let state = session.state
      if fits(state) { return state }
      guard clock.now < end else { throw StudioTimeOut(state: state, limit: limit) }
      try Task.checkCancellation()
      await move(to: min(clock.now + Self.step, end))
    }
  }

  /// Goes on to the next thing that happens, at most to a moment.
  private func move(to moment: MediaTime) async {
    clock.advance(to: min(clock.nextDeadline ?? moment, moment))
    await recording.withLock { $0 }?.caughtUp()
    await session.settled()
    await session.framesRead(within: Self.readerPatience)
    await settle()
  }

  private func settle() async {
    await watch.wait(limit: courtesy) { $0.hasOpened }
    await watch.wait(limit: Self.patience) { $0.isSettled }
    let rests = !watch.forget() && isSteady
    await watch.wait(limit: Self.pause) { rests && $0.isIdle }
  }

  /// Whether the session has nothing to do but to hand pictures on.
  private var isSteady: Bool {
    let state = session.state
    return [.running, .idle].contains(state.phase)
      && (state.microphone.choice == .none || state.microphone.phase == .running)
  }
}

/// The session did not come to the state that was waited for.
public struct StudioTimeOut: Error, CustomStringConvertible {
  /// In which it was at the end.
  public let state: SessionState
  /// How long was waited, in virtual time.
  public let limit: MediaTime

  /// Both, in words.
  public var description: String {
    let problem = state.problem.map { ": \($0)" } ?? ""
    return "After \(limit.seconds) s the session was still \(state.phase.rawValue)\(problem)"
  }
}

// MARK: - Recording

extension VirtualStudio {
  /// Records from now on; the clock waits for the encoder, so that nothing is dropped.
  ///
  /// - Throws: what the session's `record` throws.
  public func record(
    to path: String, _ settings: RecordingSettings = RecordingSettings()
  ) async throws -> Recording {
    let recording = try await session.record(to: path, settings)
    self.recording.withLock { $0 = recording }
    return recording
  }

  /// Ends the recording with what was captured until now; the clock goes on until it is whole.
  ///
  /// - Throws: what the recording throws, or `CancellationError` when there is none.
  public func stopRecording() async throws -> TakeReport {
    guard let recording = recording.withLock({ $0.take() }) else { throw CancellationError() }
    recording.askToStop()
    while !recording.isFinished {
      await move(to: clock.now + Self.step)
      await recording.caughtUp()
    }
    return try await recording.finished()
  }
}

extension Task where Failure == any Error {
  /// Waits for the end; a cancelled caller cancels the task.
  fileprivate func finish() async throws -> Success {
    try await withTaskCancellationHandler {
      try await value
    } onCancel: {
      cancel()
    }
  }
}
