import CTurboJPEG
import MediaTypes
import Testing

/// Makes JPEG images of any kind, and frames of any bytes.
enum TestJPEG {
  /// Eight vertical bars of the colours below.
  static let colors: [(red: UInt8, green: UInt8, blue: UInt8)] = [
    (255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0), (255, 0, 255), (255, 0, 0),
    (0, 0, 255), (0, 0, 0),
  ]

  static func bars(_ size: PixelSize) -> [UInt8] {
    (0..<size.height).flatMap { _ in
      (0..<size.width).flatMap { column in
        let color = colors[column * colors.count / size.width]
        return [color.red, color.green, color.blue]
      }
    }
  }

  /// Bars as a JPEG with a chroma sampling of the library's.
  static func make(_ size: PixelSize, sampling: TJSAMP = TJSAMP_422, flags: Int32 = 0) -> [UInt8] {
    encode(bars(size), size, format: TJPF_RGB, sampling: sampling, flags: flags)
  }

  static func encode(
    _ pixels: [UInt8], _ size: PixelSize, format: TJPF, sampling: TJSAMP, flags: Int32 = 0
  ) -> [UInt8] {
    let handle = unsafe tjInitCompress()
    defer { unsafe tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    defer { unsafe tjFree(output) }
    var count: UInt = 0
    let status = unsafe tjCompress2(
      handle, pixels, Int32(size.width), 0, Int32(size.height), format.rawValue, &output, &count,
      Int32(sampling.rawValue), 95, flags)
    precondition(status == 0, "the test's own JPEG")
    return unsafe Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }

  /// The same image without its Huffman tables, as many webcams send it.
  static func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
    var result = Array(jpeg[0..<2])
    var index = 2
    while index + 3 < jpeg.count {
      let length = 2 + Int(jpeg[index + 2]) << 8 + Int(jpeg[index + 3])
      if jpeg[index + 1] == 0xda { break }
      if jpeg[index + 1] != 0xc4 { result += jpeg[index..<index + length] }
      index += length
    }
    return result + jpeg[index...]
  }

  static func frame(_ bytes: [UInt8], _ size: PixelSize) throws -> VideoFrame {
    let pool = FramePool(byteCount: max(bytes.count, 1), capacity: 1)
    let buffer = try #require(unsafe pool.make { unsafe $0.copyBytes(from: bytes) })
    return try VideoFrame(
      buffer: buffer, format: .mjpeg, size: size,
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: bytes.count)]), color: .jpeg,
      rotation: .half, isMirrored: true, source: CameraID("test"), sequence: 7,
      presentationTime: .seconds(3))
  }

  /// One sample of a decoded plane.
  static func sample(_ frame: VideoFrame, plane: Int, column: Int, row: Int) -> Int {
    let layout = frame.planes[plane]
    return frame.buffer.withBytes { bytes in
      // Bounds are checked by the span.
      Int(
        unsafe bytes.unsafeLoad(
          fromByteOffset: layout.offset + row * layout.stride + column, as: UInt8.self))
    }
  }
}
