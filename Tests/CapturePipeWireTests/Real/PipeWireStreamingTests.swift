import CaptureCore
import CapturePipeWire
import ImageTurboJPEG
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite(.requires(.pipeWire), .serialized)
struct PipeWireStreamingTests {
  @Test func rawPicturesComeWithTheirSizeColoursAndTimes() async throws {
    try await withCamera(.init(name: "bars")) { backend, camera in
      let wish = try #require(camera.formats.first)
      #expect(wish.size == PixelSize(width: 640, height: 360))
      #expect(wish.rate == .fps30)
      let stream = try await backend.open(camera.id, format: wish)
      #expect(stream.format == wish)
      let recorder = Recorder()
      try await stream.start(recorder.handler)
      let record = try await recorder.wait("20 frames") { $0.count >= 20 }
      await stream.close()
      let frame = try #require(record.frames.last)
      #expect(frame.format == .nv12)
      #expect(frame.size == wish.size)
      #expect(frame.source == camera.id)
      // White, yellow, cyan, green, magenta, red and blue in BT.601, limited range.
      for (index, luma) in [235, 210, 170, 145, 106, 81, 41].enumerated() {
        let column = (index * 2 + 1) * 640 / 14
        #expect(abs(frame.sample(plane: 0, column: column, row: 60) - luma) <= 4)
      }
      let times = record.frames.map(\.presentationTime)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(SystemClock().now - times[0] < .seconds(60))
      #expect(record.failure == nil)
    }
  }

  @Test(arguments: [
    ("I420", PixelFormat.i420), ("YUY2", .yuyv), ("BGRA", .bgra), ("BGRx", .bgra), ("RGB", .rgb24),
    ("GRAY8", .grey), ("NV21", .nv21), ("NV16", .nv16), ("YV12", .yv12), ("UYVY", .uyvy),
    ("RGBA", .rgba), ("RGBx", .rgba), ("P010_10LE", .p010), ("GRAY16_LE", .y16),
  ])
  func everyRawFormatArrives(name: String, format: PixelFormat) async throws {
    var description = GStreamerCamera.Description(name: "red")
    description.pattern = "red"
    description.format = name
    description.width = 322
    description.height = 200
    try await withCamera(description) { backend, camera in
      #expect(camera.formats.first?.pixelFormat == format)
      let frame = try await firstFrame(of: camera, from: backend)
      #expect(frame.format == format)
      #expect(frame.size == PixelSize(width: 322, height: 200))
      let expected: [Int] =
        switch format {
        case .bgra: [0, 0, 255]
        case .rgb24, .rgba: [255, 0, 0]
        case .uyvy: [90, 81, 240]
        // The upper byte; 81 of 8 bits is 326 of 10.
        case .p010: [frame.sample(plane: 0, column: 0, row: 199), 81]
        case .nv21, .nv16: [81, 81]
        case .yuyv: [81, 90, 81]
        case .i420, .yv12: [81, 81, 81]
        default: [frame.sample(plane: 0, column: 0, row: 0)]
        }
      for (index, value) in expected.enumerated() {
        #expect(abs(frame.sample(plane: 0, column: index, row: 199) - value) <= 2)
      }
      if format == .nv21 || format == .nv16 {
        let chroma = (0...1).map { frame.sample(plane: 1, column: $0, row: 99) }
        #expect(
          zip(chroma, format == .nv21 ? [240, 90] : [90, 240]).allSatisfy { abs($0 - $1) <= 2 })
      }
      if format == .yv12 { #expect(abs(frame.sample(plane: 1, column: 0, row: 99) - 240) <= 2) }
      #expect(frame.color == .usual(for: format) || frame.color.matrix == .bt601)
    }
  }

  @Test func motionJPEGIsHandedOnAndDecodes() async throws {
    var description = GStreamerCamera.Description(name: "jpeg")
    description.isJPEG = true
    description.pattern = "green"
    try await withCamera(description) { backend, camera in
      #expect(camera.formats.first?.pixelFormat == .mjpeg)
      let frame = try await firstFrame(of: camera, from: backend)
      #expect(frame.format == .mjpeg)
      let picture = try TurboJPEGDecoder().decode(frame)
      #expect(picture.size == PixelSize(width: 640, height: 360))
      #expect(abs(picture.sample(plane: 0, column: 320, row: 180) - 150) <= 6)
    }
  }

  @Test func framesThatAreHeldStayReadableAfterTheEndOfEverything() async throws {
    let server = try await PipeWireServer.started()
    var description = GStreamerCamera.Description(name: "white")
    description.pattern = "white"
    let source = try await GStreamerCamera.plugged(description, into: server)
    var held: VideoFrame?
    do {
      let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
      let camera = try await firstCamera(of: backend)
      held = try await firstFrame(of: camera, from: backend)
    }
    await source.unplug()
    await server.stop()
    #expect(held?.sample(plane: 0, column: 639, row: 359) == 235)
  }

  @Test func nothingIsCalledAfterStop() async throws {
    try await withCamera(.init(name: "bars")) { backend, camera in
      for _ in 0..<5 {
        let stream = try await open(camera, on: backend)
        let recorder = Recorder()
        try await stream.start(recorder.handler)
        try await recorder.wait("a frame") { $0.count > 0 }
        await stream.stop()
        let count = recorder.now.count
        // Long enough for several frames more, measured by another stream of the same camera.
        _ = try await firstFrame(of: camera, from: backend)
        #expect(recorder.now.count == count)
        #expect(recorder.now.failure == nil)
        await stream.close()
      }
    }
  }

  @Test func twoCamerasStreamBesideEachOther() async throws {
    let server = try await PipeWireServer.started()
    var (red, blue) = (
      GStreamerCamera.Description(name: "one"), GStreamerCamera.Description(name: "two")
    )
    red.pattern = "red"
    blue.pattern = "blue"
    let sources = [
      try await GStreamerCamera.plugged(red, into: server),
      try await GStreamerCamera.plugged(blue, into: server),
    ]
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let list = try await backend.deviceLists().first("two cameras") { $0.devices.count == 2 }
    let recorders = [Recorder(), Recorder()]
    var streams: [any CaptureStream] = []
    for (device, recorder) in zip(list.devices, recorders) {
      let stream = try await open(device, on: backend)
      try await stream.start(recorder.handler)
      streams.append(stream)
    }
    for (recorder, luma) in zip(recorders, [81, 41]) {
      let record = try await recorder.wait("10 frames") { $0.count >= 10 }
      #expect(abs((record.frames.last?.sample(plane: 0, column: 9, row: 9) ?? 0) - luma) <= 2)
    }
    for stream in streams { await stream.close() }
    for source in sources { await source.unplug() }
    await server.stop()
  }
}
