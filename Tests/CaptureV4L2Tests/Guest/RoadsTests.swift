import CapturePipeWire
import CaptureV4L2
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite(
  "One camera, two roads: PipeWire and V4L2 over real drivers", .serialized,
  .enabled(if: Guest.isInside))
struct RoadsTests {
  private static let limit = Duration.seconds(90)

  private func backends(_ server: PipeWireServer) -> BackendSelection {
    let clock = SystemClock()
    return .custom([
      PipeWireBackend(clock: clock, remote: server.socket), V4L2Backend(clock: clock),
    ])
  }

  /// Waits until both webcams are known by both roads.
  private func cameras(_ server: PipeWireServer) async throws -> [CameraDevice] {
    let lists = try CameraCatalog(backends(server)).lists()
    return try await within(Self.limit, "two cameras by two roads each") {
      for await list in lists where list.devices.count(where: { $0.roads.count == 2 }) == 2 {
        return list.devices
      }
      throw CancellationError()
    }
  }

  private func reach(
    _ what: String, _ session: CameraSession,
    where isMet: @escaping @Sendable (SessionState) -> Bool
  ) async throws -> SessionState {
    try await within(Self.limit, what) {
      for await state in session.states() where isMet(state) { return state }
      throw CancellationError()
    }
  }

  private func see(_ count: Int, of camera: CameraID, _ session: CameraSession) async throws {
    try await within(Self.limit, "\(count) frames of \(camera)") {
      var seen = 0
      for await frame in session.frames() where seen < count {
        #expect(frame.source == camera)
        let isWhole = try frame.showsBars()
        #expect(isWhole)
        seen += 1
        if seen == count { return }
      }
    }
  }

  @Test("Each webcam is listed once, and `devices` says by which road")
  func devices() async throws {
    let server = try await PipeWireServer.started(showsCameras: true)
    let cameras = try await cameras(server)
    #expect(
      cameras.map(\.id.rawValue) == [
        "usb-vhci_hcd.0-1/1209:0001/0001", "usb-vhci_hcd.0-2/1209:0001/0001",
      ])
    #expect(cameras.map(\.backend) == ["pipewire", "pipewire"])
    for (display, road) in [(":0", "pipewire (or v4l2)"), ("", "v4l2 (or pipewire)")] {
      var environment = server.environment
      (environment["DISPLAY"], environment["WAYLAND_DISPLAY"]) = (display, "")
      let (status, output) = try await ChildProcess.run(
        try BuiltProducts.path("viewfinder"), ["devices"], environment: environment)
      #expect(status == 0)
      for camera in cameras {
        let lines = output.split(separator: "\n").filter { $0.contains(camera.id.rawValue) }
        #expect(lines.count == 1 && lines[0].contains(road), "\(output)")
      }
    }
    await server.stop()
  }

  @Test("PipeWire killed in use: the same camera goes on over V4L2, and stays there")
  func pipeWireKilled() async throws {
    let server = try await PipeWireServer.started(showsCameras: true)
    let camera = try await cameras(server)[0].id
    var configuration = CameraSession.Configuration()
    configuration.backends = backends(server)
    configuration.settings.bePatient()
    configuration.wish = FormatWish(size: PixelSize(width: 320, height: 240))
    let session = CameraSession(configuration)
    try await session.start()
    for round in 1...Soak.times(1, long: 10) {
      var state = try await reach("PipeWire", session) { $0.camera?.backend == "pipewire" }
      #expect(state.camera?.id == camera)
      try await see(3, of: camera, session)

      await server.killDaemon()
      state = try await reach("V4L2", session) {
        $0.camera?.backend == "v4l2" && $0.phase == .running
      }
      #expect(state.camera?.id == camera, "round \(round)")
      #expect(state.problem == nil)
      try await see(3, of: camera, session)

      try await server.start()
      _ = try await reach("PipeWire back", session) { state in
        state.cameras.count == 2 && state.cameras.allSatisfy { $0.backend == "pipewire" }
      }
      try await see(10, of: camera, session)
      #expect(session.state.camera?.backend == "v4l2")
      for _ in 1...2 {
        let flip = try await session.flip(.none)
        #expect(flip.outcome == .done, "round \(round)")
      }
    }
    await session.stop()
    try await DeviceUse.settle()
    await server.stop()
  }
}
