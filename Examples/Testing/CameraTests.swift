import Testing
import Viewfinder
import ViewfinderTesting

@Suite(.timeLimit(.minutes(2)))
struct CameraTests {
  @Test func aFlipShowsTheFrontCamera() async throws {
    let studio = try VirtualStudio(faults: "front.slow:3s")
    try await studio.start()
    let report = try await studio.flip()
    #expect(report.outcome == .done)
    #expect(studio.session.state.camera?.position.position == .front)
    await studio.stop()
  }

  @Test func anUnpluggedCameraComesBackByItself() async throws {
    let studio = try VirtualStudio(cameras: [.back])
    try await studio.start()
    studio.backend.unplug(VirtualCamera.back.id)
    let lost = try await studio.advance { $0.phase == .interrupted }
    #expect(lost.problem?.code == .unplugged)
    studio.backend.plug(VirtualCamera.back.id)
    try await studio.advance { $0.phase == .running }
    await studio.stop()
  }

  @Test func theViewShowsTheCameraThatWasChosen() async throws {
    let studio = try VirtualStudio(camera: .position(.front))
    try await studio.start()
    let view = PixelSize(width: 640, height: 360)
    let scene = studio.session.preview.scene(viewport: view)
    let frame = try #require(scene.patches.first?.frame)
    #expect(FrameCode.read(frame)?.code.isFrom(VirtualCamera.front.id) == true)
    await studio.stop()
  }

  @Test func soundAndPictureStayTogetherOverAFlip() async throws {
    let witness = SyncWitness()
    let studio = try VirtualStudio(faults: "flash,mic.drift:200") {
      $0.movies = witness.movies
      $0.wish.size = PixelSize(width: 320, height: 240)
    }
    try await studio.start()
    try await studio.openMicrophone()
    _ = try await studio.record(to: "take.mp4")
    try await studio.advance(by: .milliseconds(1500))
    try await studio.flip(.none)
    try await studio.advance(by: .milliseconds(1500))
    #expect(try await studio.stopRecording().duration.seconds > 2.9)
    let offsets = try #require(witness.offsets(in: "take.mp4"))
    #expect(offsets.count >= 2 && offsets.allSatisfy { abs($0.seconds) < 0.040 })
    await studio.stop()
  }

  @Test func aProgramOfMyOwn() async throws {
    let studio = try VirtualStudio(faults: "front.busy")
    let booth = PhotoBooth(session: studio.session)
    try await studio.perform { _ in try await booth.open() }
    try await studio.perform { _ in await booth.turn() }
    #expect(await booth.message?.contains("in use by another program") == true)
    await studio.stop()
  }
}

/// A program that takes its session from outside can be tested.
private actor PhotoBooth {
  private let session: CameraSession
  private(set) var message: String?

  init(session: CameraSession) { self.session = session }

  func open() async throws { try await session.start() }

  func turn() async {
    let report = try? await session.flip()
    message = report?.outcome == .done ? nil : session.state.problem.map { "\($0)" }
  }
}
