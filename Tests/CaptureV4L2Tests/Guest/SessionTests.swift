import CaptureCore
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite("A whole session over V4L2", .serialized, .enabled(if: Guest.isInside))
struct SessionTests {
  private func session() -> CameraSession {
    var configuration = CameraSession.Configuration()
    configuration.backends = .named(["v4l2"])
    return CameraSession(configuration)
  }

  @Test("Flips between two cameras, there and back")
  func flips() async throws {
    let session = session()
    try await session.start()
    for _ in 1...Guest.times(4, soak: 100) {
      let report = try await session.flip(.none)
      #expect(report.outcome == .done)
      #expect(report.from != report.to)
    }
    await session.stop()
    #expect(DeviceUse() == .none)
  }

  @Test("A webcam that is pulled out and put back is shown again by itself")
  func replug() async throws {
    let webcam = Webcam(number: 0)
    let session = session()
    try await session.start()
    let shown = try #require(session.state.camera)
    let number = shown.id.rawValue.contains("hcd.0-1/") ? 0 : 1
    for _ in 1...Guest.times(1, soak: 20) {
      for camera in [webcam, Webcam(number: 1)] { try camera.tell(.unplug) }
      try await reach("interrupted", session) { $0.phase == .interrupted }
      try Webcam(number: number).tell(.plug)
      try await reach("running", session) { $0.phase == .running && $0.camera?.id == shown.id }
      try Webcam(number: 1 - number).tell(.plug)
    }
    await session.stop()
    #expect(DeviceUse() == .none)
  }

  private func reach(
    _ what: String, _ session: CameraSession,
    where isMet: @escaping @Sendable (SessionState) -> Bool
  ) async throws {
    try await within(.seconds(60), what) {
      for await state in session.states() where isMet(state) { return }
    }
  }
}
