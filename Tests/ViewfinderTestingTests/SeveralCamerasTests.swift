import CaptureVirtual
import MediaTypes
import PreviewCore
import Testing
import Viewfinder

/// Sessions side by side on one back end, as with several webcams on one machine.
@Suite("Several cameras at once", .timeLimit(.minutes(2)))
struct SeveralCamerasTests {
  private static func camera(_ number: Int) -> VirtualCamera {
    VirtualCamera(
      id: CameraID("\(number)"), name: "Camera \(number)", position: .external,
      sizes: [PixelSize(width: 64, height: 48)])
  }

  @Test("eight sessions: what befalls three of them, the others do not notice")
  func eight() async throws {
    let cameras = (0..<8).map(Self.camera)
    let clock = SystemClock()
    let backend = VirtualBackend(
      clock: clock,
      script: try FaultScript(
        parsing: "0.unplug@300ms,1.corrupt@200ms:1h,2.nostart", cameras: cameras),
      cameras: cameras)
    let sessions = cameras.enumerated().map { number, camera in
      var configuration = CameraSession.Configuration()
      configuration.backends = .custom([backend])
      configuration.camera = .id(camera.id)
      // The one that never starts is given up soon; no other is, however busy the machine.
      configuration.settings.firstFrameTimeout = number == 2 ? .milliseconds(500) : .seconds(30)
      return CameraSession(configuration)
    }
    let started = await withTaskGroup(of: (Int, Bool).self) { group in
      for (number, session) in sessions.enumerated() {
        group.addTask { (number, (try? await session.start()) != nil) }
      }
      return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
    }
    #expect(started.filter { !$0.value }.keys.sorted() == [2])
    for number in 3..<8 {
      var frames = sessions[number].frames(bound: 100).makeAsyncIterator()
      for _ in 0..<20 {
        let frame = try #require(await frames.next())
        #expect(frame.source == cameras[number].id)
      }
      #expect(sessions[number].state.phase == .running && sessions[number].state.problem == nil)
      // A slow machine loses pictures; nothing else does.
      let reasons = Set(sessions[number].statistics.dropped.keys)
      #expect(reasons.isSubset(of: [.lostBySource, .consumerTooSlow, .noBuffer]), "\(reasons)")
    }
    // Its neighbours are in use, and are not taken from their sessions in its place.
    let lost = sessions[0].state
    #expect(lost.camera?.id == cameras[0].id && lost.problem?.code != nil)
    #expect(sessions[1].statistics.dropped[.corrupt, default: 0] > 5)
    for session in sessions { await session.stop() }
    #expect(backend.openCameras.isEmpty)
  }

  @Test("a scene of any number of small pictures over a large one")
  func scene() async throws {
    let cameras = (0..<4).map(Self.camera)
    let backend = VirtualBackend(clock: SystemClock(), cameras: cameras)
    var faces: [Face] = []
    var sessions: [CameraSession] = []
    for camera in cameras {
      var configuration = CameraSession.Configuration()
      configuration.backends = .custom([backend])
      configuration.camera = .id(camera.id)
      let session = CameraSession(configuration)
      sessions.append(session)
      #expect(session.preview.face() == nil)
      try await session.start()
      faces.append(try #require(session.preview.face()))
    }
    let view = PixelSize(width: 640, height: 480)
    let insets = faces.dropFirst().enumerated().map { place, face in
      Inset(face: face, x: 0.05 + 0.3 * Double(place), y: 0.7, width: 0.25, height: 0.25)
    }
    let scene = SceneComposer.scene(insets, over: sessions[0].preview.scene(viewport: view))
    #expect(scene.patches.map(\.frame.source.rawValue) == ["0", "1", "2", "3"])
    for session in sessions { await session.stop() }
  }
}
