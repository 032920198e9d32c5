import CaptureVirtual
import MediaTypes
import Testing
import Viewfinder

@Suite("One camera, two roads", .timeLimit(.minutes(1)))
struct TwoRoadsTests {
  private let service: RoadBackend
  private let kernel: RoadBackend
  private let session: CameraSession

  init() {
    let cameras = VirtualBackend(clock: SystemClock())
    service = RoadBackend("service", to: cameras, isDirect: false)
    kernel = RoadBackend("kernel", to: cameras, isDirect: true)
    var configuration = CameraSession.Configuration()
    configuration.backends = .custom([service, kernel])
    configuration.wish = FormatWish(size: PixelSize(width: 320, height: 240))
    session = CameraSession(configuration)
  }

  /// Waits for so many more frames, all of one camera.
  private func see(_ count: Int, of camera: CameraID) async {
    var seen = 0
    for await frame in session.frames() {
      #expect(frame.source == camera)
      seen += 1
      if seen == count { return }
    }
  }

  @Test("a camera is listed once, with the road that is used")
  func listedOnce() async throws {
    let catalog = try CameraCatalog(.custom([service, kernel]))
    for await list in catalog.lists() where list.devices.count == 2 {
      #expect(list.devices.map(\.id) == [kernel.id(.back), kernel.id(.front)])
      #expect(list.devices.map(\.backend) == ["service", "service"])
      #expect(list.devices.map { $0.otherRoads.map(\.id.backend) } == [["kernel"], ["kernel"]])
      return
    }
  }

  @Test("the service dies in use: the same camera goes on by the kernel, and stays there")
  func serviceDies() async throws {
    let camera = kernel.id(.back)
    try await session.start()
    #expect(session.state.camera?.id == camera)
    #expect(session.state.camera?.backend == "service")
    await see(3, of: camera)

    service.die()
    let moved = try await session.state { $0.camera?.backend == "kernel" && $0.phase == .running }
    #expect(moved.camera?.id == camera)
    #expect(moved.problem == nil)
    await see(3, of: camera)

    service.comeBack()
    _ = try await session.state { $0.cameras.allSatisfy { $0.backend == "service" } }
    await see(10, of: camera)
    #expect(session.state.camera?.backend == "kernel")

    let flip = try await session.flip(.none)
    #expect(flip.outcome == .done && flip.from == camera && flip.to == kernel.id(.front))
    #expect(session.state.camera?.backend == "service")
    await session.stop()
  }

  @Test("killed during a flip: whatever becomes of the flip, the picture goes on")
  func serviceDiesInAFlip() async throws {
    try await session.start()
    async let flip = session.flip(.none)
    service.die()
    _ = try await flip
    let running = try await session.state { $0.phase == .running }
    let camera = try #require(running.camera)
    await see(3, of: camera.id)
    await session.stop()
  }

  @Test("killed and back twenty times: the session always shows the camera, and gives it back")
  func oftenKilled() async throws {
    let camera = kernel.id(.back)
    try await session.start()
    for _ in 1...20 {
      service.die()
      _ = try await session.state { $0.camera?.backend == "kernel" && $0.phase == .running }
      await see(1, of: camera)
      service.comeBack()
      _ = try await session.state { $0.cameras.allSatisfy { $0.backend == "service" } }
      try await session.select(kernel.id(.front), transition: .none)
      try await session.select(camera, transition: .none)
      #expect(session.state.camera?.backend == "service")
    }
    await session.stop()
    #expect(session.state.phase == .idle)
  }
}
