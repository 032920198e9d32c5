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
    configuration.settings.bePatient()
    return CameraSession(configuration)
  }

  @Test("Flips between two cameras, there and back")
  func flips() async throws {
    let session = session()
    try await session.start()
    try await reach("both", session) { $0.cameras.count == 2 }
    for _ in 1...Soak.times(5, long: 100) {
      let report = try await session.flip(.none)
      #expect(report.outcome == .done)
      #expect(report.from != report.to)
    }
    await session.stop()
    try await nothingIsHeld()
  }

  @Test("A webcam that is pulled out and put back is shown again by itself")
  func replug() async throws {
    let webcam = Webcam(number: 0)
    let session = session()
    try await session.start()
    let shown = try #require(session.state.camera)
    let number = shown.id.rawValue.contains("hcd.0-1/") ? 0 : 1
    for _ in 1...Soak.times(2, long: 50) {
      for camera in [webcam, Webcam(number: 1)] { try camera.tell(.unplug) }
      try await reach("interrupted", session) { $0.phase == .interrupted }
      try Webcam(number: number).tell(.plug)
      try await reach("running", session) { $0.phase == .running && $0.camera?.id == shown.id }
      try Webcam(number: 1 - number).tell(.plug)
    }
    await session.stop()
    try await nothingIsHeld()
  }

  @Test("A flip to a camera that refuses to start rolls back with a remedy, and goes there later")
  func busy() async throws {
    let session = session()
    try await session.start()
    try await reach("both", session) { $0.cameras.count == 2 }
    let shown = try #require(session.state.camera)
    let other = Webcam(number: shown.id.rawValue.contains("hcd.0-1/") ? 1 : 0)
    defer { try? other.tell(.free) }
    try other.tell(.busy)
    guard case .rolledBack(let reason) = try await session.flip(.none).outcome else {
      Issue.record("the flip went through")
      return
    }
    #expect(reason.remedy.isEmpty == false)
    #expect(session.state.phase == .running && session.state.camera?.id == shown.id)
    try other.tell(.free)
    #expect(try await session.flip(.none).outcome == .done)
    await session.stop()
    try await nothingIsHeld()
  }

  /// A camera that was just plugged in may still be looked at, by the list and not by the session.
  private func nothingIsHeld() async throws {
    try await DeviceUse.settle()
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
