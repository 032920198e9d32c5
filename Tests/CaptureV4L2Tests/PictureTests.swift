import CVideo4Linux
import CVideo4LinuxShims
import CaptureCore
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Pictures are the driver's, in our arrangement")
struct PictureTests {
  /// Every byte of a picture tells its component and place, so that any mistake shows.
  private static func component(_ name: Character, _ x: Int, _ y: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: Int(name.asciiValue ?? 0) &+ 7 &* x &+ 31 &* y)
  }

  /// Components of one group of pixels in memory, for each of V4L2's formats by its documentation.
  private static let orders: [UInt32: String] = [
    CVideo4LinuxShims_V4L2_PIX_FMT_YUYV: "YUyV",
    CVideo4LinuxShims_V4L2_PIX_FMT_UYVY: "UYVy",
    CVideo4LinuxShims_V4L2_PIX_FMT_YVYU: "YVyU",
    CVideo4LinuxShims_V4L2_PIX_FMT_VYUY: "VYUy",
    CVideo4LinuxShims_V4L2_PIX_FMT_RGB24: "RGB",
    CVideo4LinuxShims_V4L2_PIX_FMT_BGR24: "BGR",
    CVideo4LinuxShims_V4L2_PIX_FMT_ABGR32: "BGRA",
    CVideo4LinuxShims_V4L2_PIX_FMT_XBGR32: "BGRA",
    CVideo4LinuxShims_V4L2_PIX_FMT_BGR32: "BGRA",
    CVideo4LinuxShims_V4L2_PIX_FMT_RGBA32: "RGBA",
    CVideo4LinuxShims_V4L2_PIX_FMT_RGBX32: "RGBA",
    CVideo4LinuxShims_V4L2_PIX_FMT_ARGB32: "ARGB",
    CVideo4LinuxShims_V4L2_PIX_FMT_XRGB32: "ARGB",
    CVideo4LinuxShims_V4L2_PIX_FMT_RGB32: "ARGB",
    CVideo4LinuxShims_V4L2_PIX_FMT_GREY: "Y",
    CVideo4LinuxShims_V4L2_PIX_FMT_Y16: "Yy",
  ]

  @Test("Packed formats, with and without padding", arguments: Array(orders.keys), [0, 12])
  func packed(code: UInt32, padding: Int) async throws {
    let order = Array(try #require(Self.orders[code]))
    let frame = try await frame(code, padding: padding) { _, offset, stride in
      Self.component(
        order[offset % stride % order.count], offset % stride / order.count, offset / stride)
    }
    let ours = Array(try #require(Self.orders[frame.format.fourCharacterCode]))
    let bytes = frame.bytes
    for y in 0..<frame.size.height {
      for x in 0..<(frame.format.planeShapes[0].bytesPerRow(width: frame.size.width)) {
        let byte = bytes[frame.planes[0].offset + y * frame.planes[0].stride + x]
        #expect(byte == Self.component(ours[x % ours.count], x / ours.count, y))
      }
    }
  }

  @Test(
    "Planar formats, in one buffer and in several",
    arguments: [
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV12, "Y|UV"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV21, "Y|VU"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV12M, "Y|UV"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV21M, "Y|VU"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV16, "Y|UV"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV61, "Y|VU"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV16M, "Y|UV"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV61M, "Y|VU"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_P010, "Yy|UuVv"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV420, "Y|U|V"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YVU420, "Y|V|U"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV420M, "Y|U|V"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YVU420M, "Y|V|U"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV422P, "Y|U|V"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV422M, "Y|U|V"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YVU422M, "Y|V|U"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV444M, "Y|U|V"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YVU444M, "Y|V|U"),
    ], [0, 16])
  func planar(format: (code: UInt32, planes: String), padding: Int) async throws {
    let known = try #require(DriverFormat.known(format.code))
    let theirs = format.planes.split(separator: "|").map(Array.init)
    let layout = FakeLayout(format.code, PixelSize(width: 64, height: 48), padding: padding)
    let frame = try await frame(format.code, padding: padding) { memory, offset, stride in
      let (plane, place) = Self.plane(known, layout, memory, offset)
      let order = theirs[plane]
      let rows = plane == 0 ? stride : Self.stride(known, layout, plane)
      return Self.component(
        order[place % rows % order.count], place % rows / order.count, place / rows)
    }
    let ours = try #require(Self.planes[frame.format])
    let bytes = frame.bytes
    for (plane, shape) in frame.format.planeShapes.enumerated() {
      for y in 0..<shape.rows(height: frame.size.height) {
        for x in 0..<shape.bytesPerRow(width: frame.size.width) {
          let byte = bytes[frame.planes[plane].offset + y * frame.planes[plane].stride + x]
          let names = Array(ours[plane])
          #expect(byte == Self.component(names[x % names.count], x / names.count, y))
        }
      }
    }
  }

  @Test("H.264 is handed on as it came, and more than a picture can have is refused")
  func compressed() async throws {
    var device = FakeDevice()
    device.formats = [CVideo4LinuxShims_V4L2_PIX_FMT_H264]
    let bench = Bench(device)
    let stream = try await bench.open()
    #expect(stream.format.description == "H264 64x48 at 30")
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.lie = { request, argument in
      guard request == .dequeueBuffer else { return }
      unsafe argument.edit(as: v4l2_buffer.self) { buffer in
        unsafe buffer.bytesused = unsafe buffer.sequence == 1 ? .max : 100
      }
    }
    bench.kernel.send(3)
    let log = try await recorder.wait("three") { $0.frames + ($0.drops[.malformed] ?? 0) == 3 }
    #expect(log.frames == 2)
    let frame = try #require(log.last)
    #expect(frame.format == .h264 && frame.planes[0] == PlaneLayout(offset: 0, stride: 100))
    #expect(frame.bytes.prefix(3) == [2, 3, 4])
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test(
    "H.264 goes through the decoder that is given, each unit in order, and what it drops is said")
  func decoded() async throws {
    var device = FakeDevice()
    device.formats = [CVideo4LinuxShims_V4L2_PIX_FMT_H264]
    let bench = Bench(device) { SecondOnly() }
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(4)
    let log = try await recorder.wait("four") { $0.frames + ($0.drops[.undecodable] ?? 0) == 4 }
    #expect(log.sequences == [1, 3] && log.drops == [.undecodable: 2])
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("Crop and the shape of pixels come from the driver, as far as they make sense")
  func geometry() async throws {
    func frame(_ change: (inout FakeDevice) -> Void) async throws -> VideoFrame {
      var device = FakeDevice()
      change(&device)
      let bench = Bench(device)
      let stream = try await bench.open()
      let recorder = Recorder()
      try await stream.start(recorder.handler)
      bench.kernel.send(1)
      let frame = try #require(try await recorder.frames(1).last)
      await stream.close()
      return frame
    }
    func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRectangle {
      PixelRectangle(x: x, y: y, size: PixelSize(width: width, height: height))
    }
    let whole = part(0, 0, 64, 48)
    #expect(try await frame { _ in }.crop == whole)
    // PAL: 59 wide for 54 high; the driver says height against width.
    let pal = try await frame { $0.pixelAspect = (54, 59) }
    #expect(pal.pixelAspect == PixelAspect(width: 59, height: 54))
    // A wide sensor squeezed into a narrow picture, which is shown wide again.
    let squeezed = try await frame {
      $0.selections[V4L2_SEL_TGT_CROP] = part(0, 0, 1280, 720)
      $0.selections[V4L2_SEL_TGT_COMPOSE] = part(0, 8, 64, 32)
    }
    #expect(squeezed.crop == part(0, 8, 64, 32))
    #expect(abs(squeezed.uprightAspectRatio - 16.0 / 9) < 1e-9)
    for rectangle in [part(-1, 0, 8, 8), part(0, 0, 0, 0), part(60, 0, 8, 8), part(0, 0, -1, -1)] {
      let frame = try await frame {
        $0.selections[V4L2_SEL_TGT_CROP] = part(0, 0, 0, 0)
        $0.selections[V4L2_SEL_TGT_COMPOSE] = rectangle
        $0.pixelAspect = (0, 0)
      }
      #expect(frame.crop == whole && frame.pixelAspect == .square)
    }
  }

  /// Components of one group of samples in each plane of our formats.
  private static let planes: [PixelFormat: [String]] = [
    .nv12: ["Y", "UV"], .nv21: ["Y", "VU"], .nv16: ["Y", "UV"], .p010: ["Yy", "UuVv"],
    .i420: ["Y", "U", "V"], .yv12: ["Y", "V", "U"], .i422: ["Y", "U", "V"],
    .i444: ["Y", "U", "V"],
  ]

  /// Which plane a byte of a driver's buffer belongs to, and where in it.
  private static func plane(
    _ format: DriverFormat, _ layout: FakeLayout, _ memory: Int, _ offset: Int
  ) -> (plane: Int, place: Int) {
    guard format.memoryPlanes == 1 else { return (memory, offset) }
    var place = offset
    for (plane, shape) in format.format.planeShapes.enumerated() {
      let length = stride(format, layout, plane) * shape.rows(height: layout.size.height)
      if place < length { return (plane, place) }
      place -= length
    }
    return (0, 0)
  }

  private static func stride(_ format: DriverFormat, _ layout: FakeLayout, _ plane: Int) -> Int {
    let shape = format.format.planeShapes[plane]
    return format.memoryPlanes > 1
      ? layout.planes[plane].stride
      : layout.planes[0].stride / format.format.planeShapes[0].bytesPerSample
        / shape.horizontalSubsampling * shape.bytesPerSample
  }

  /// One frame of a camera that fills its buffers so.
  private func frame(
    _ code: UInt32, padding: Int,
    byte: @escaping @Sendable (_ memory: Int, _ offset: Int, _ stride: Int) -> UInt8
  ) async throws -> VideoFrame {
    var device = FakeDevice()
    let known = try #require(DriverFormat.known(code))
    let interface =
      known.memoryPlanes > 1 ? V4L2_CAP_VIDEO_CAPTURE_MPLANE : V4L2_CAP_VIDEO_CAPTURE
    device.flags = UInt32(interface | V4L2_CAP_STREAMING)
    device.formats = [code]
    device.padding = padding
    let layout = FakeLayout(code, device.sizes[0], padding: padding)
    device.byte = { memory, offset, _ in byte(memory, offset, layout.planes[memory].stride) }
    let bench = Bench(device)
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(1)
    let frame = try #require(try await recorder.frames(1).last)
    await stream.close()
    #expect(frame.format == known.format)
    return frame
  }
}

/// A decoder that makes a picture of each second unit.
private struct SecondOnly: AccessUnitDecoder {
  func decode(_ frame: VideoFrame) -> [CaptureStreamEvent] {
    frame.sequence % 2 == 1 ? [.frame(frame)] : [.dropped(.undecodable, count: 1)]
  }
}
