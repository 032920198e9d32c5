import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// Cameras that are changed from the other side, and that say what cannot be.
@Suite(.requires(.pipeWire), .serialized)
struct ReconfiguredCameraTests {
  private static func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  @Test func aFormatThatChangesInUseIsToldAndItsPicturesAreRight() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await MadeUpCamera("cam", ["format=NV12"], on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let stream = try await open(firstCamera(of: backend), on: backend)
    let recorder = Recorder(keeps: 2)
    try await stream.start(recorder.handler)
    try await recorder.wait("frames") { $0.count >= 3 }
    for (words, luma) in [("320x180", 60), ("1280x720", 70), ("322x182", 80), ("640x360", 90)] {
      try await camera.say("luma=\(luma) size=\(words)")
      let record = try await recorder.wait("frames of \(words)") { record in
        record.frames.last.map {
          "\($0.size)" == words && $0.sample(plane: 0, column: 0, row: 0) == luma
        }
          == true
      }
      #expect(record.formats.last.map { "\($0.size)" } == words)
      let frame = try #require(record.frames.last)
      #expect(
        frame.sample(plane: 0, column: frame.size.width - 1, row: frame.size.height - 1) == luma)
      #expect(frame.sample(plane: 1, column: 0, row: 0) == 128)
      #expect(record.failure == nil)
    }
    await stream.close()
    await camera.unplug()
    await server.stop()
  }

  /// Sizes at the edge of sense: each is listed and gives pictures, or is not listed.
  @Test func sizesAtTheEdges() async throws {
    let server = try await PipeWireServer.started()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let lists = backend.deviceLists()
    for size in ["1x1", "3x1", "321x241", "16384x2", "0x360", "65535x65535", "0x0"] {
      let camera = try await MadeUpCamera("cam", ["format=GRAY8", "size=\(size)"], on: server)
      let isPossible = !size.hasPrefix("0x") && !size.hasPrefix("65535")
      let list = try await lists.first("the camera of \(size)") { list in
        list.devices.count == 1 && list.devices[0].formats.isEmpty == !isPossible
      }
      #expect(list.devices[0].formats.map { "\($0.size)" } == (isPossible ? [size] : []))
      if isPossible {
        let frame = try await firstFrame(of: list.devices[0], from: backend)
        #expect("\(frame.size)" == size)
        let (column, row) = (frame.size.width - 1, frame.size.height - 1)
        #expect(frame.sample(plane: 0, column: column, row: row) == 100)
      } else if size == "0x0" {
        let wish = CameraFormat(pixelFormat: .grey, size: Self.size(640, 360), rate: .fps30)
        await #expect(throws: CaptureError.self) {
          try await backend.open(list.devices[0].id, format: wish)
        }
      }
      await camera.unplug()
      _ = try await lists.first("no camera") { $0.devices.isEmpty }
    }
    await server.stop()
  }

  @Test func ratesThatMakeNoSenseDoNotKeepThePicturesAway() async throws {
    let server = try await PipeWireServer.started()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let lists = backend.deviceLists()
    for rate in ["0/1", "0/0", "30/0", "4294967295/1", "1/4294967295", "30000/1001"] {
      let camera = try await MadeUpCamera("cam", ["rate=\(rate)"], on: server)
      let list = try await lists.first("the camera of \(rate)") {
        $0.devices.first?.formats.isEmpty == false
      }
      let frame = try await firstFrame(of: list.devices[0], from: backend)
      #expect(frame.size == Self.size(640, 360))
      await camera.unplug()
      _ = try await lists.first("no camera") { $0.devices.isEmpty }
    }
    await server.stop()
  }

  @Test func propertiesThatAreNoTextBecomeText() async throws {
    let server = try await PipeWireServer.started()
    let bytes = "%ff%fe%c3%28%80%e2%82camera%ed%a0%80%f0%90"
    let camera = try await MadeUpCamera(
      "cam",
      ["node.description", "node.nick", "device.serial", "device.bus-path", "api.v4l2.path"].map {
        "property.\($0)=\(bytes)"
      }, on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let device = try await firstCamera(of: backend)
    #expect(device.name.contains("camera"))
    #expect(device.id.rawValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(try await firstFrame(of: device, from: backend).source == device.id)
    await camera.unplug()
    await server.stop()
  }

  @Test func aThousandCamerasAreListedEachOnceAndGoneAgain() async throws {
    let server = try await PipeWireServer.started()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let lists = backend.deviceLists()
    let camera = try await MadeUpCamera("cam", ["count=1000"], on: server)
    let list = try await lists.first("a thousand cameras", limit: .seconds(90)) {
      $0.devices.count == 1000 && $0.devices.allSatisfy { !$0.formats.isEmpty }
    }
    #expect(Set(list.devices.map(\.id)).count == 1000)
    await camera.unplug()
    _ = try await lists.first("none", limit: .seconds(90)) { $0.devices.isEmpty }
    await server.stop()
  }
}
