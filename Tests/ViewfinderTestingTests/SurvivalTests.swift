import MediaTypes
import PreviewCore
import Testing
import Viewfinder
import ViewfinderTesting

/// The table of Documentation/Survival.md.
@Suite("What survives a flip", .timeLimit(.minutes(2)))
struct SurvivalTests {
  private static let view = PixelSize(width: 64, height: 48)

  /// Cameras that have no size and rate in common but the wished ones.
  private static let cameras = [
    camera("back", .back, .i420, [64, 160], 30), camera("front", .front, .yuyv, [64, 320], 60),
  ]

  private static func camera(
    _ name: String, _ position: CameraPosition, _ format: PixelFormat, _ widths: [Int], _ rate: Int
  ) -> VirtualCamera {
    VirtualCamera(
      id: CameraID(name), name: name, position: position, pixelFormats: [format],
      sizes: widths.map { PixelSize(width: $0, height: $0 * 3 / 4) },
      rates: [FrameRate(rate) ?? .fps30], concurrency: .unknown)
  }

  private func studio(
    _ faults: String = "", _ cameras: [VirtualCamera] = SurvivalTests.cameras,
    configure: (inout CameraSession.Configuration) -> Void = { _ in }
  ) throws -> VirtualStudio {
    try VirtualStudio(camera: .position(.back), faults: faults, cameras: cameras) {
      $0.wish = FormatWish(size: Self.view)
      configure(&$0)
    }
  }

  private func isMirrored(_ studio: VirtualStudio, _ mirroring: Mirroring) throws -> Bool {
    let scene = studio.session.preview.scene(
      viewport: Self.view, gravity: .resize, mirroring: mirroring)
    return try #require(scene.patches.first).textureTransform.xx < 0
  }

  @Test("camera, wish, format and mirroring, there and back")
  func picture() async throws {
    let studio = try studio()
    try await studio.start()
    for (name, format, rate) in [
      ("back", PixelFormat.i420, 30), ("front", .yuyv, 60), ("back", .i420, 30),
    ] {
      let state = studio.session.state
      #expect(state.camera?.id.rawValue == name)
      #expect(state.format?.pixelFormat == format && state.format?.size == Self.view)
      #expect(state.format?.rate == FrameRate(rate))
      #expect(try isMirrored(studio, .automatic) == (name == "front"))
      #expect(try isMirrored(studio, .on) && !isMirrored(studio, .off))
      try await studio.flip(.none)
      try await studio.advance(by: .seconds(2))
    }
    await studio.stop()
  }

  @Test("a flip that rolls back leaves everything as it was")
  func rollBack() async throws {
    let studio = try studio("front.failstart")
    try await studio.start()
    let before = studio.session.state
    guard case .rolledBack = try await studio.flip().outcome else {
      Issue.record("it did not roll back")
      return
    }
    try await studio.advance(by: .seconds(2))
    let after = studio.session.state
    #expect(after.camera == before.camera && after.format == before.format)
    #expect(try !isMirrored(studio, .automatic))
    await studio.stop()
  }

  @Test("the microphone stays open, muted if it was, and loses no sample")
  func sound() async throws {
    let studio = try studio()
    try await studio.start()
    try await studio.openMicrophone()
    studio.session.microphone.isMuted = true
    let before = studio.session.state.microphone
    try await studio.flip()
    try await studio.flip()
    #expect(studio.session.state.microphone == before)
    #expect(studio.session.microphone.isMuted)
    #expect(studio.backend.openMicrophones == [VirtualMicrophone.standard.id])
    await studio.stop()
    #expect(studio.backend.openMicrophones.isEmpty && studio.session.microphone.isMuted)
  }

  @Test(
    "frame streams and recordings go on over flips and a loss; a recording that is paused stays so")
  func streams() async throws {
    let movies = MemoryMovies()
    let studio = try studio("back.unplug@3s,back.replug@5s") { $0.movies = movies }
    let stream = studio.session.frames()
    let reader = Task {
      var seen: [(time: MediaTime, source: String)] = []
      for await frame in stream { seen.append((frame.presentationTime, frame.source.rawValue)) }
      return seen
    }
    try await studio.start()
    let recording = try await studio.record(to: "take.mp4")
    for _ in 0..<2 {
      try await studio.advance(by: .seconds(1))
      try await studio.flip(.none)
    }
    recording.pause()
    try await studio.flip(.none)
    try await studio.flip(.none)
    let paused = recording.progress.duration
    try await studio.advance(by: .seconds(4))
    #expect(!recording.isFinished)
    #expect(recording.progress.duration - paused < .milliseconds(100))
    recording.resume()
    try await studio.advance(by: .seconds(1))
    let report = try await studio.stopRecording()
    #expect(report.flipCount >= 2)
    #expect((2.5...4.5).contains(report.duration.seconds), "\(report.duration.seconds)")
    await studio.stop()
    let seen = await reader.value
    let (times, sources) = (seen.map(\.time), Set(seen.map(\.source)))
    #expect(stream.droppedCount == 0)
    #expect(sources == ["back", "front"])
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(studio.session.statistics.flipCount == 4)
    #expect(movies.movies["take.mp4"]?.violations.isEmpty == true)
  }

  @Test("after stop and start the camera shown last, with the same wish, and statistics go on")
  func restart() async throws {
    let studio = try studio()
    try await studio.start()
    try await studio.flip(.none)
    await studio.stop()
    let counted = studio.session.statistics.delivered
    try await studio.start()
    #expect(studio.session.state.camera?.id.rawValue == "front")
    #expect(studio.session.state.format?.size == Self.view)
    #expect(studio.session.statistics.delivered > counted)
    await studio.stop()
  }

  @Test(
    "a replacement stays when the lost camera returns; of several that return the last shown is first"
  )
  func priority() async throws {
    let cameras = ["one", "two", "three"].map {
      Self.camera($0, .external, .nv12, [64], 30)
    }
    let studio = try VirtualStudio(camera: .id(CameraID("two")), cameras: cameras)
    let backend = studio.backend
    try await studio.start()
    backend.unplug(CameraID("two"))
    try await studio.advance { $0.phase == .running && $0.camera?.id.rawValue != "two" }
    let replacement = try #require(studio.session.state.camera?.id)
    backend.plug(CameraID("two"))
    try await studio.advance(by: .seconds(5))
    #expect(studio.session.state.camera?.id == replacement)
    for camera in cameras where camera.id != replacement { backend.unplug(camera.id) }
    backend.unplug(replacement)
    try await studio.advance { $0.phase == .interrupted && $0.cameras.isEmpty }
    // As a hub that gets its power back: all at once.
    backend.setProblem(nil)
    for camera in cameras { backend.plug(camera.id) }
    try await studio.advance { $0.phase == .running }
    #expect(studio.session.state.camera?.id == replacement)
    await studio.stop()
  }

  @Test("after a suspend in which every camera and microphone was gone for a moment, all go on")
  func suspend() async throws {
    let studio = try studio()
    try await studio.start()
    try await studio.openMicrophone()
    // The camera shown goes last: another that is still there would rightly take its place.
    for camera in Self.cameras.reversed() { studio.backend.unplug(camera.id) }
    studio.backend.unplug(VirtualMicrophone.standard.id)
    for camera in Self.cameras { studio.backend.plug(camera.id) }
    studio.backend.plug(VirtualMicrophone.standard.id)
    try await studio.advance { $0.phase == .running && $0.microphone.phase == .running }
    #expect(studio.session.state.camera?.id.rawValue == "back")
    await studio.stop()
  }
}
