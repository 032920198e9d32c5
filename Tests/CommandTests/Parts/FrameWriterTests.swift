import MediaTypes
import Testing

@testable import Commands

@Suite("Frames as bytes")
struct FrameWriterTests {
  /// A frame whose byte at each place is known, with padding of 0xee after each row.
  private func frame(
    _ format: PixelFormat, width: Int = 4, height: Int = 2, padding: Int = 3,
    color: ColorDescription? = nil, pixelAspect: PixelAspect = .square,
    fill: (_ plane: Int, _ row: Int, _ byte: Int) -> UInt8
  ) throws -> VideoFrame {
    let size = PixelSize(width: width, height: height)
    var bytes: [UInt8] = [0xdd, 0xdd]
    var planes = PlaneLayouts()
    for (index, shape) in format.planeShapes.enumerated() {
      let row = shape.bytesPerRow(width: width)
      planes.append(PlaneLayout(offset: bytes.count, stride: row + padding))
      for line in 0..<shape.rows(height: height) {
        bytes += (0..<row).map { fill(index, line, $0) } + Array(repeating: 0xee, count: padding)
      }
    }
    return try VideoFrame(
      buffer: try buffer(bytes), format: format, size: size, planes: planes,
      color: color ?? .usual(for: format), pixelAspect: pixelAspect, source: CameraID("test"),
      sequence: 0, presentationTime: .zero)
  }

  private func buffer(_ bytes: [UInt8]) throws -> FrameBuffer {
    let pool = FramePool(byteCount: bytes.count, capacity: 1)
    let made = unsafe pool.make { memory in unsafe memory.copyBytes(from: bytes) }
    return try #require(made)
  }

  private func counted(_ plane: Int, _ row: Int, _ byte: Int) -> UInt8 {
    UInt8(plane * 100 + row * 10 + byte)
  }

  private func planar(_ frame: VideoFrame) -> [UInt8] {
    var bytes: [UInt8] = []
    PlanarWriter.append(frame, to: &bytes)
    return bytes
  }

  @Test("NV12 becomes Y, U and V without padding")
  func nv12() throws {
    let bytes = planar(try frame(.nv12, fill: counted))
    #expect(bytes == [0, 1, 2, 3, 10, 11, 12, 13, 100, 102, 101, 103])
  }

  @Test("YUYV becomes three planes, also with an odd width")
  func yuyv() throws {
    #expect(
      planar(try frame(.yuyv, fill: counted)) == [
        0, 2, 4, 6, 10, 12, 14, 16, 1, 5, 11, 15, 3, 7, 13, 17,
      ])
    #expect(planar(try frame(.yuyv, width: 3, height: 1, fill: counted)) == [0, 2, 4, 1, 5, 3, 7])
  }

  @Test("Other orders of the same components give the same planes")
  func orders() throws {
    let nv21 = try frame(.nv21, fill: counted)
    #expect(planar(nv21) == [0, 1, 2, 3, 10, 11, 12, 13, 101, 103, 100, 102])
    let yv12 = try frame(.yv12, fill: counted)
    #expect(planar(yv12) == [0, 1, 2, 3, 10, 11, 12, 13, 200, 201, 100, 101])
    let uyvy = try frame(.uyvy, height: 1, fill: counted)
    #expect(planar(uyvy) == [1, 3, 5, 7, 0, 4, 2, 6])
    let nv16 = try frame(.nv16, fill: counted)
    #expect(
      planar(nv16) == [0, 1, 2, 3, 10, 11, 12, 13, 100, 102, 110, 112, 101, 103, 111, 113])
  }

  @Test("Words are counted from their lowest bit, as y4m has them")
  func words() throws {
    let grey = try frame(.y16, width: 2, height: 1) { _, _, byte in [1, 2, 3, 4][byte] }
    #expect(planar(grey) == [1, 2, 3, 4])
    // 0x3ff and 0x200 of 10 bits, in the upper bits of a word; what lies below does not count.
    let p010 = try frame(.p010, width: 1, height: 1) { plane, _, byte in
      plane == 0 ? [0xff, 0xff][byte] : [0x00, 0x80, 0x40, 0x00][byte]
    }
    #expect(planar(p010) == [0xff, 3, 0, 2, 1, 0])
  }

  @Test(
    "Planar formats lose their padding and nothing else",
    arguments: [
      PixelFormat.i420, .i422, .i444, .grey,
    ])
  func planarFormats(format: PixelFormat) throws {
    let size = PixelSize(width: 5, height: 3)
    let bytes = planar(try frame(format, width: 5, height: 3, fill: counted))
    let expected = format.planeShapes.enumerated().flatMap { plane, shape in
      (0..<shape.rows(height: size.height)).flatMap { row in
        (0..<shape.bytesPerRow(width: size.width)).map { counted(plane, row, $0) }
      }
    }
    #expect(bytes == expected)
  }

  @Test("RGB becomes BT.601 in limited range, the same from both orders of bytes")
  func rgb() throws {
    // Red, green, blue, white: values of BT.601-7, table 3 (rounded).
    let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    let rgb = try frame(.rgb24, height: 1) { _, _, byte in colors[byte / 3][byte % 3] }
    let bgra = try frame(.bgra, height: 1) { _, _, byte in
      byte % 4 == 3 ? 255 : colors[byte / 4][2 - byte % 4]
    }
    let expected: [UInt8] = [81, 145, 41, 235, 90, 54, 240, 128, 240, 34, 110, 128]
    let rgba = try frame(.rgba, height: 1) { _, _, byte in
      byte % 4 == 3 ? 255 : colors[byte / 4][byte % 4]
    }
    #expect(planar(rgb) == expected)
    #expect(planar(rgba) == expected)
    #expect(planar(bgra) == expected)
  }

  @Test("Grey stays grey", arguments: [0, 1, 17, 128, 254, 255])
  func greyStaysGrey(value: Int) {
    let color = BT601.limited(red: value, green: value, blue: value)
    #expect(color.cb == 128 && color.cr == 128)
    #expect(Double(color.y) - (16 + Double(value) * 219 / 255) <= 0.5)
  }

  @Test(
    "The header names chroma and range",
    arguments: [
      (PixelFormat.nv12, "420mpeg2", "LIMITED"), (.i420, "420mpeg2", "LIMITED"),
      (.yuyv, "422", "LIMITED"), (.i422, "422", "LIMITED"), (.i444, "444", "LIMITED"),
      (.bgra, "444", "LIMITED"), (.rgb24, "444", "LIMITED"), (.grey, "mono", "LIMITED"),
      (.nv21, "420mpeg2", "LIMITED"), (.yv12, "420mpeg2", "LIMITED"), (.uyvy, "422", "LIMITED"),
      (.nv16, "422", "LIMITED"), (.rgba, "444", "LIMITED"), (.p010, "420p10", "LIMITED"),
      (.y16, "mono16", "LIMITED"),
    ])
  func header(format: PixelFormat, chroma: String, range: String) throws {
    let header = Y4MHeader(frame: try frame(format, fill: counted), rate: .fps30)
    #expect(
      header?.line == "YUV4MPEG2 W4 H2 F30:1 Ip A1:1 C\(chroma) XCOLORRANGE=\(range)\n")
  }

  @Test("A picture that was a JPEG has its chroma in the middle and the full range")
  func jpegHeader() throws {
    let rate = try #require(FrameRate(30_000, per: 1001))
    let header = Y4MHeader(frame: try frame(.i420, color: .jpeg, fill: counted), rate: rate)
    #expect(header?.line.hasSuffix("F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=FULL\n") == true)
  }

  @Test("Pixels that are no squares are told")
  func pixelShape() throws {
    let aspect = try #require(PixelAspect(width: 4, height: 3))
    let picture = try frame(.i420, pixelAspect: aspect, fill: counted)
    #expect(Y4MHeader(frame: picture, rate: .fps30)?.line.contains(" A4:3 ") == true)
  }

  @Test("A stream is one header and a mark before each picture")
  func stream() throws {
    let picture = try frame(.grey, width: 2, height: 1, fill: counted)
    var writer = FrameWriter(format: .y4m, rate: .fps30)
    let first = String(decoding: try writer.bytes(for: picture), as: UTF8.self)
    #expect(first.hasPrefix("YUV4MPEG2 W2 H1 F30:1 "))
    #expect(first.hasSuffix("\nFRAME\n\0\u{1}"))
    #expect(try writer.bytes(for: picture) == Array("FRAME\n\0\u{1}".utf8))
    #expect(writer.count == 2)
  }

  @Test("Raw pictures keep their planes and lose their padding")
  func raw() throws {
    var writer = FrameWriter(format: .raw, rate: .fps30)
    let bytes = try writer.bytes(for: try frame(.nv12, fill: counted))
    #expect(bytes == [0, 1, 2, 3, 10, 11, 12, 13, 100, 101, 102, 103])
  }

  @Test("A change of format in the middle is an error that says when")
  func change() throws {
    for format in [FramesRequest.Format.y4m, .raw] {
      var writer = FrameWriter(format: format, rate: .fps30)
      _ = try writer.bytes(for: try frame(.nv12, fill: counted))
      let error = #expect(throws: CommandError.self) {
        _ = try writer.bytes(for: try frame(.i420, fill: counted))
      }
      #expect(error?.message.contains("After 1 pictures") == true)
      #expect(error?.status == .failed)
    }
  }

  @Test("A compressed picture is refused by y4m and passed on by raw")
  func compressed() throws {
    let jpeg = try VideoFrame(
      buffer: try buffer([9, 0xff, 0xd8, 9]), format: .mjpeg, size: PixelSize(width: 4, height: 2),
      planes: PlaneLayouts([PlaneLayout(offset: 1, stride: 2)]), color: .jpeg,
      source: CameraID("test"), sequence: 0, presentationTime: .zero)
    var y4m = FrameWriter(format: .y4m, rate: .fps30)
    #expect(throws: CommandError.self) { _ = try y4m.bytes(for: jpeg) }
    var raw = FrameWriter(format: .raw, rate: .fps30)
    #expect(try raw.bytes(for: jpeg) == [0xff, 0xd8])
  }
}
