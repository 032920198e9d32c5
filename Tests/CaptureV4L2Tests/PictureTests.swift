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
    CVideo4LinuxShims_V4L2_PIX_FMT_YUYV: "YUyV", CVideo4LinuxShims_V4L2_PIX_FMT_UYVY: "UYVy",
    CVideo4LinuxShims_V4L2_PIX_FMT_YVYU: "YVyU", CVideo4LinuxShims_V4L2_PIX_FMT_VYUY: "VYUy",
    CVideo4LinuxShims_V4L2_PIX_FMT_RGB24: "RGB", CVideo4LinuxShims_V4L2_PIX_FMT_BGR24: "BGR",
    CVideo4LinuxShims_V4L2_PIX_FMT_ABGR32: "BGRA", CVideo4LinuxShims_V4L2_PIX_FMT_XBGR32: "BGRA",
    CVideo4LinuxShims_V4L2_PIX_FMT_BGR32: "BGRA", CVideo4LinuxShims_V4L2_PIX_FMT_GREY: "Y",
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
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV12, "Y|UV"), (CVideo4LinuxShims_V4L2_PIX_FMT_NV21, "Y|VU"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV12M, "Y|UV"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_NV21M, "Y|VU"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV420, "Y|U|V"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YVU420, "Y|V|U"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV420M, "Y|U|V"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YVU420M, "Y|V|U"),
      (CVideo4LinuxShims_V4L2_PIX_FMT_YUV422P, "Y|U|V"),
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
    let ours = frame.format == .nv12 ? [["Y"], ["U", "V"]] : [["Y"], ["U"], ["V"]]
    let bytes = frame.bytes
    for (plane, shape) in frame.format.planeShapes.enumerated() {
      for y in 0..<shape.rows(height: frame.size.height) {
        for x in 0..<shape.bytesPerRow(width: frame.size.width) {
          let byte = bytes[frame.planes[plane].offset + y * frame.planes[plane].stride + x]
          let name = Character(ours[plane][x % ours[plane].count])
          #expect(byte == Self.component(name, x / ours[plane].count, y))
        }
      }
    }
  }

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
      : layout.planes[0].stride / shape.horizontalSubsampling * shape.bytesPerSample
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
