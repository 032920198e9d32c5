import CaptureVirtual
import MediaTypes
import Testing
import Viewfinder

/// A session with virtual cameras on the system's clock, small pictures for quick tests. It gives up no
/// camera that a busy machine delays, unless a test has it do so.
struct VirtualSession {
  let backend: VirtualBackend
  let session: CameraSession

  init(
    _ script: String = "", cameras: [VirtualCamera] = .frontAndBack,
    configure: (inout CameraSession.Configuration) -> Void = { _ in }
  ) throws {
    backend = VirtualBackend(
      clock: SystemClock(), script: try FaultScript(parsing: script), cameras: cameras)
    var configuration = CameraSession.Configuration()
    configuration.backends = .custom([backend])
    configuration.wish = FormatWish(size: PixelSize(width: 320, height: 240))
    (configuration.settings.openTimeout, configuration.settings.firstFrameTimeout) = (
      .seconds(60), .seconds(30)
    )
    configure(&configuration)
    session = CameraSession(configuration)
  }
}

extension CameraSession {
  /// Waits for a state; a test's time limit bounds it.
  func state(where fits: (SessionState) -> Bool) async throws -> SessionState {
    for await state in states() where fits(state) { return state }
    return try #require(nil as SessionState?, "the states ended before it")
  }
}
