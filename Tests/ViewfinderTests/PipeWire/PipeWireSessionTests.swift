import CapturePipeWire
import Foundation
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// A session on a real PipeWire with two cameras that differ in everything.
@Suite("Session with PipeWire", .serialized, .requires(.pipeWire), .timeLimit(.minutes(4)))
struct PipeWireSessionTests {
  private struct Studio {
    let server: PipeWireServer
    let raw: GStreamerCamera
    let jpeg: GStreamerCamera
    let session: CameraSession

    init() async throws {
      server = try await PipeWireServer.started()
      var bars = GStreamerCamera.Description(name: "bars")
      (bars.format, bars.location, bars.isCopied) = ("NV12", "back", true)
      var ball = GStreamerCamera.Description(name: "ball")
      (ball.width, ball.height, ball.pattern) = (320, 240, "ball")
      (ball.isJPEG, ball.format, ball.location) = (true, "I420", "front")
      raw = try await GStreamerCamera.plugged(bars, into: server)
      jpeg = try await GStreamerCamera.plugged(ball, into: server)
      var configuration = CameraSession.Configuration()
      configuration.backends = .custom([
        PipeWireBackend(clock: configuration.clock, remote: server.socket)
      ])
      // No flip fails because a busy machine is late.
      (configuration.settings.openTimeout, configuration.settings.firstFrameTimeout) = (
        .seconds(60), .seconds(30)
      )
      session = CameraSession(configuration)
    }

    func end() async {
      await session.stop()
      await raw.unplug()
      await jpeg.unplug()
      await server.stop()
    }
  }

  private static var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  @Test("Many flips are each accounted for, and leave no descriptor behind")
  func manyFlips() async throws {
    let studio = try await Studio()
    let session = studio.session
    try await session.start()
    let frames = session.frames()
    let reader = Task {
      var sizes: [CameraID: Set<PixelSize>] = [:]
      var last: MediaTime?
      for await frame in frames {
        #expect(last.map { $0 < frame.presentationTime } ?? true)
        last = frame.presentationTime
        sizes[frame.source, default: []].insert(frame.size)
      }
      return sizes
    }
    // What is made once is there after the first two.
    for _ in 0..<2 { try await session.flip(.none) }
    let before = Self.openDescriptors
    for index in 3...Soak.times(52, long: 202) {
      let from = session.state.camera?.id
      let report = try await session.flip(.none)
      try #require(report.outcome == .done, "flip \(index)")
      #expect(report.from == from)
      #expect(report.to == session.state.camera?.id && report.to != from)
      #expect(session.statistics.flipCount == index)
      #expect(session.statistics.flips.last == report)
      // Now and then the camera is watched for a while, at other times left as soon as it shows.
      if index % 10 < 2 { #expect(try await session.nextFrame().source == report.to) }
    }
    // A camera is given back after its flip's end.
    try await poll("as many descriptors as before, \(before)", limit: .seconds(10)) {
      Self.openDescriptors <= before + 4 ? () : nil
    }
    await studio.end()
    let sizes = await reader.value
    #expect(
      Set(sizes.values) == [
        [PixelSize(width: 640, height: 360)], [PixelSize(width: 320, height: 240)],
      ])
    #expect(session.state.phase == .idle)
  }

  @Test(
    "The other camera takes the place of one whose process is killed, and the reason can be read")
  func killedCamera() async throws {
    let studio = try await Studio()
    let session = studio.session
    try await session.start()
    #expect(session.state.camera?.name == "bars")
    await studio.raw.unplug()
    let state = try await session.state { $0.phase == .running && $0.camera?.name == "ball" }
    #expect(state.problem?.code == .unplugged)
    #expect(state.problem?.message.contains("bars") == true)
    #expect(try await session.nextFrame().size == PixelSize(width: 320, height: 240))
    await studio.end()
  }

  @Test("After a crash of the daemon the session comes back by itself, and can flip")
  func restartedDaemon() async throws {
    let studio = try await Studio()
    let session = studio.session
    try await session.start()
    await studio.server.killDaemon()
    let interrupted = try await session.state { $0.phase == .interrupted }
    #expect(interrupted.problem?.code == .serviceUnavailable)
    #expect(interrupted.problem?.remedy.isEmpty == false)
    for camera in [studio.raw, studio.jpeg] { await camera.unplug() }
    try await studio.server.start()
    for camera in [studio.raw, studio.jpeg] { try await camera.plug() }
    _ = try await session.state { $0.phase == .running && $0.cameras.count == 2 }
    _ = try await session.nextFrame()
    #expect(try await session.flip().outcome == .done)
    await studio.end()
  }
}

extension CameraSession {
  /// Waits for a frame that is taken from now on.
  fileprivate func nextFrame() async throws -> VideoFrame {
    let frames = frames()
    return try await within(.seconds(30), "a frame") {
      for await frame in frames { return frame }
      throw CancellationError()
    }
  }
}
