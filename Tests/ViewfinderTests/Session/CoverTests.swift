import CaptureCore
import CaptureVirtual
import MediaTypes
import Testing
import Viewfinder

@Suite("A camera's cover", .timeLimit(.minutes(2)))
struct CoverTests {
  @Test("closed is said at the start and at each change, and only while that camera is shown")
  func cover() async throws {
    let backend = try CoveredBackend()
    var configuration = CameraSession.Configuration()
    configuration.backends = .custom([backend])
    configuration.wish = FormatWish(size: PixelSize(width: 320, height: 240))
    let session = CameraSession(configuration)
    backend.close(true)
    try await session.start()
    let closed = try await session.state { $0.problem != nil }
    #expect(closed.phase == .running && closed.problem?.code == .coverClosed)
    #expect(closed.problem?.description.contains("is closed. Open it") == true)
    backend.close(false)
    _ = try await session.state { $0.problem == nil }
    backend.close(true)
    _ = try await session.state { $0.problem?.code == .coverClosed }
    try await session.flip()
    #expect(session.state.problem == nil, "the other camera has no cover")
    await session.stop()
    #expect(await backend.allWatchesEnd())
  }
}

/// The virtual cameras, of which the back one has a cover that tells its driver.
private final class CoveredBackend: CaptureBackend, CameraControls {
  private struct State {
    var isClosed = false
    var watchers: [AsyncStream<CameraControl>.Continuation] = []
  }

  private let cameras: VirtualBackend
  private let state = Locked(State())
  private let ends = AsyncStream<Void>.makeStream()

  init() throws {
    cameras = VirtualBackend(clock: SystemClock(), script: try FaultScript(parsing: ""))
  }

  var name: String { cameras.name }

  func deviceLists() -> AsyncStream<DeviceList> { cameras.deviceLists() }

  func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    try await cameras.open(camera, format: format)
  }

  func close(_ isClosed: Bool) {
    state.withLock { state in
      state.isClosed = isClosed
      for watcher in state.watchers { watcher.yield(Self.control(isClosed)) }
    }
  }

  /// Whether the one watch that there was has ended.
  func allWatchesEnd() async -> Bool { await ends.stream.first { true } != nil }

  func controls(of camera: CameraID) async throws(CaptureError) -> [CameraControl] {
    camera.rawValue.contains("back") ? [Self.control(state.withLock { $0.isClosed })] : []
  }

  func set(
    _ control: CameraControl.ID, to value: Int, of camera: CameraID
  ) async throws(CaptureError) -> CameraControl { Self.control(false) }

  func controlChanges(of camera: CameraID) -> AsyncStream<CameraControl> {
    AsyncStream { continuation in
      continuation.onTermination = { [ends] _ in ends.continuation.yield() }
      state.withLock { state in
        state.watchers.append(continuation)
        continuation.yield(Self.control(state.isClosed))
      }
    }
  }

  private static func control(_ isClosed: Bool) -> CameraControl {
    CameraControl(
      id: .privacy, kind: .onOff, range: 0...1, step: 1, defaultValue: 0, value: isClosed ? 1 : 0,
      isReadOnly: true)
  }
}
