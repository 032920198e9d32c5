import CaptureCore
import CaptureVirtual
import MediaTypes
import RecordCore
import RecordMemory
import Testing
import Viewfinder

/// A session with virtual cameras that records into memory, on a clock that the test moves step by step:
/// no step is made before the recorder has done all that came of the one before.
final class RecordingRig: Sendable {
  /// A picture of the movie, and what its code says.
  struct Seen: Sendable {
    let index: Int64
    let code: FrameCode
  }

  let clock = ManualClock()
  let backend: VirtualBackend
  let cameras: WatchedCameras
  let movies: MemoryMovies
  let session: CameraSession
  private let seen: Log<Seen>

  init(
    _ cameras: [VirtualCamera] = RecordingRig.twoCameras, script: String = "",
    microphone: MicrophoneChoice = .none, qualitySteps: Int = 2,
    movies others: (any MovieBackend)? = nil
  ) throws {
    let log = Log<Seen>()
    seen = log
    backend = VirtualBackend(
      clock: clock, script: try FaultScript(parsing: script), cameras: cameras)
    self.cameras = WatchedCameras(backend)
    movies = MemoryMovies(qualitySteps: qualitySteps) { frame, index in
      if let reading = FrameCode.read(frame) { log.add(Seen(index: index, code: reading.code)) }
    }
    var configuration = CameraSession.Configuration()
    configuration.backends = .custom([self.cameras])
    configuration.clock = clock
    configuration.movies = others ?? movies
    configuration.microphone = microphone
    configuration.wish = FormatWish(size: PixelSize(width: 160, height: 120))
    session = CameraSession(configuration)
  }

  /// The pictures of the movie so far whose code could be read.
  var pictures: [Seen] { seen.values }

  static let path = "/memory/take.mp4"

  static var settings: RecordingSettings {
    var settings = RecordingSettings()
    settings.canvas.size = PixelSize(width: 160, height: 120)
    return settings
  }

  /// Of different size, format and rate, and slow to change: the back one at 30, the front one at 25.
  static var twoCameras: [VirtualCamera] {
    [
      camera("back", .back, .i420, PixelSize(width: 160, height: 120), 30),
      camera("front", .front, .yuyv, PixelSize(width: 192, height: 144), 25),
    ]
  }

  static func camera(
    _ name: String, _ position: CameraPosition, _ format: PixelFormat, _ size: PixelSize,
    _ rate: Int, _ concurrency: CameraDevice.Concurrency = .unknown
  ) -> VirtualCamera {
    VirtualCamera(
      id: CameraID(name), name: name, position: position, pixelFormats: [format], sizes: [size],
      rates: [FrameRate(rate) ?? .fps30], concurrency: concurrency)
  }

  /// Starts the session; returns just after its first frame.
  func start() async throws {
    let count = cameras.starts
    let start = Task { try await session.start() }
    await cameras.started(after: count)
    await advanceToFirstFrame()
    try await start.value
  }

  func record(
    _ settings: RecordingSettings = RecordingRig.settings, to path: String = RecordingRig.path
  ) async throws -> Recording {
    try await session.record(to: path, settings)
  }

  /// Moves the clock, timer by timer.
  func advance(by length: MediaTime) async { await advance(to: clock.now + length) }

  func advance(to goal: MediaTime) async {
    while clock.now < goal {
      clock.advance(to: min(clock.nextDeadline ?? goal, goal))
      await session.recording?.caughtUp()
    }
  }

  /// Flips, with the clock going on until the new camera's first frame is there.
  @discardableResult
  func flip(_ transition: Transition = .none) async throws -> FlipReport {
    let count = cameras.starts
    let flip = Task { try await session.flip(transition) }
    await cameras.started(after: count)
    await advanceToFirstFrame()
    return try await flip.value
  }

  private func advanceToFirstFrame() async {
    let count = cameras.framedStarts
    while cameras.framedStarts == count, let next = clock.nextDeadline {
      clock.advance(to: next)
      await session.recording?.caughtUp()
    }
  }

  /// Stops the recording, with the clock going on until it has drained.
  func stop(_ recording: Recording) async throws -> TakeReport {
    let stop = Task { try await recording.stop() }
    _ = await recording.progresses().first { [.finishing, .finished].contains($0.phase) }
    while !recording.isFinished, let next = clock.nextDeadline {
      clock.advance(to: next)
      await recording.caughtUp()
    }
    return try await stop.value
  }

  func movie(_ path: String = RecordingRig.path) throws -> MovieInMemory {
    try #require(movies.movies[path])
  }
}

/// What happened, noted on any thread.
final class Log<Value: Sendable>: Sendable {
  private let state = Locked<[Value]>([])

  var values: [Value] { state.withLock { $0 } }

  func add(_ value: Value) { state.withLock { $0.append(value) } }
}
