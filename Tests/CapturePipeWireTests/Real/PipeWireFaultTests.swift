import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite(.requires(.pipeWire), .serialized)
struct PipeWireFaultTests {
  private static let wish = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 640, height: 360), rate: .fps30)

  @Test func aCameraThatIsPulledOutEndsItsStreamAndWorksAgainOnceItIsBack() async throws {
    let server = try await PipeWireServer.started()
    let other = try await GStreamerCamera.plugged(.init(name: "other"), into: server)
    let camera = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let lists = backend.deviceLists()
    for _ in 0..<2 {
      let list = try await lists.first("both cameras") { list in
        list.devices.count == 2 && list.devices.allSatisfy { !$0.formats.isEmpty }
      }
      let device = try #require(list.devices.first { $0.id == CameraID("cam") })
      let stream = try await open(device, on: backend)
      let recorder = Recorder()
      try await stream.start(recorder.handler)
      try await recorder.wait("frames") { $0.count >= 3 }
      await camera.unplug()
      let record = try await recorder.wait("the end of the stream") { $0.failure != nil }
      #expect(record.failure?.code == .unplugged)
      // Nothing follows, least of all frames of the other camera.
      _ = try await lists.first("one camera") { $0.devices.count == 1 }
      #expect(recorder.now.count == record.count)
      await stream.close()
      try await camera.plug()
    }
    await camera.unplug()
    await other.unplug()
    await server.stop()
  }

  @Test func withoutADaemonTheListSaysWhatToDoAndItsComingIsNoticed() async throws {
    let server = try PipeWireServer()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let lists = backend.deviceLists()
    let list = try await lists.first("a list") { _ in true }
    #expect(list.devices.isEmpty)
    #expect(list.problem?.code == .serviceUnavailable)
    #expect(list.problem?.remedy.contains("systemctl --user start pipewire") == true)
    let error = await #expect(throws: CaptureError.self) {
      try await backend.open(CameraID("cam"), format: Self.wish)
    }
    #expect(error?.code == .serviceUnavailable)
    try await server.start()
    _ = try await lists.first("no problem") { $0.problem == nil }
    let camera = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
    let found = try await firstCamera(of: backend)
    #expect(try await firstFrame(of: found, from: backend).size == Self.wish.size)
    await camera.unplug()
    await server.stop()
  }

  @Test func aDaemonThatIsKilledEndsTheStreamsAndComesBack() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let lists = backend.deviceLists()
    for _ in 0..<2 {
      let device = try await firstCamera(of: backend)
      let stream = try await open(device, on: backend)
      let recorder = Recorder()
      try await stream.start(recorder.handler)
      try await recorder.wait("frames") { $0.count >= 3 }
      await server.killDaemon()
      let record = try await recorder.wait("the end of the stream") { $0.failure != nil }
      #expect(record.failure?.code == .serviceUnavailable)
      let list = try await lists.first("an empty list") { $0.devices.isEmpty }
      #expect(list.problem?.code == .serviceUnavailable)
      #expect(record.frames.last?.sample(plane: 0, column: 3, row: 3) == 235)
      await stream.close()
      await camera.unplug()
      try await server.start()
      try await camera.plug()
      _ = try await lists.first("the camera") { !$0.devices.isEmpty }
    }
    await camera.unplug()
    await server.stop()
  }

  @Test func anUnknownCameraOrFormatIsRefusedByKind() async throws {
    try await withCamera(.init(name: "cam")) { backend, camera in
      let unknown = await #expect(throws: CaptureError.self) {
        try await backend.open(CameraID("nobody"), format: Self.wish)
      }
      #expect(unknown?.code == .noSuchCamera)
      let jpeg = CameraFormat(pixelFormat: .mjpeg, size: Self.wish.size, rate: .fps30)
      let unsupported = await #expect(throws: CaptureError.self) {
        try await backend.open(camera.id, format: jpeg)
      }
      #expect(unsupported?.code == .unsupportedFormat)
      // Another size and rate than it has is only a wish.
      let wish = CameraFormat(
        pixelFormat: .nv12, size: PixelSize(width: 1920, height: 1080), rate: .fps60)
      let stream = try await backend.open(camera.id, format: wish)
      #expect(stream.format == Self.wish)
      await stream.close()
    }
  }

  @Test func aCameraThatVanishesBetweenListingAndOpeningIsATypedError() async throws {
    let server = try await PipeWireServer.started()
    let camera = GStreamerCamera(.init(name: "cam"), on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    for _ in 0..<5 {
      try await camera.plug()
      let device = try await firstCamera(of: backend)
      async let gone: Void = camera.unplug()
      do {
        let stream = try await open(device, on: backend)
        let recorder = Recorder()
        try await stream.start(recorder.handler)
        let record = try await recorder.wait("the end") { $0.failure != nil }
        #expect(record.failure?.code == .unplugged)
        await stream.close()
      } catch let error as CaptureError {
        #expect([.unplugged, .noSuchCamera].contains(error.code))
      }
      await gone
    }
    await server.stop()
  }

  @Test func withoutASessionManagerOpeningFailsInTime() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let device = try await firstCamera(of: backend)
    await server.killSessionManager()
    let error = await #expect(throws: CaptureError.self) { try await open(device, on: backend) }
    #expect(error?.code == .startFailed)
    try await server.start()
    #expect(try await firstFrame(of: device, from: backend).size == Self.wish.size)
    await camera.unplug()
    await server.stop()
  }

  @Test func aStreamIsStartedOnceAndClosedAsOftenAsOneLikes() async throws {
    try await withCamera(.init(name: "cam")) { backend, camera in
      let stream = try await open(camera, on: backend)
      let recorder = Recorder()
      try await stream.start(recorder.handler)
      let twice = await #expect(throws: CaptureError.self) {
        try await stream.start(recorder.handler)
      }
      #expect(twice?.code == .invalidRequest)
      try await recorder.wait("a frame") { $0.count > 0 }
      for _ in 0..<3 {
        await stream.stop()
        await stream.close()
      }
      let closed = await #expect(throws: CaptureError.self) {
        try await stream.start(recorder.handler)
      }
      #expect(closed?.code == .stopped)
    }
  }
}
