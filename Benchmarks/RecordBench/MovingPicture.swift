import MediaTypes

/// Pictures that give an encoder something to do.
enum MovingPicture {
  static func frames(_ size: PixelSize, _ format: PixelFormat, count: Int) throws -> [VideoFrame] {
    try (0..<count).map { try frame(size, format, index: $0) }
  }

  /// A texture that moves, with some noise; BT.709 in limited range.
  static func frame(_ size: PixelSize, _ format: PixelFormat, index: Int) throws -> VideoFrame {
    var noise = UInt32(truncatingIfNeeded: index &* 747_796_405 &+ 1)
    var bytes = [UInt8](repeating: 128, count: size.area * 3 / 2)
    for y in 0..<size.height {
      for x in 0..<size.width {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let texture = ((x + index * 3) >> 3 ^ (y + index) >> 3) & 0x3f
        bytes[y * size.width + x] = UInt8(60 + texture * 2) + UInt8(noise >> 29)
      }
    }
    return try frame(bytes, format, size, planes: PlaneLayouts(packing: format, size: size), index)
  }

  /// Bytes that begin and end as a JPEG image does: nobody looks between.
  static func jpegLike(_ size: PixelSize, byteCount: Int, index: Int) throws -> VideoFrame {
    var bytes = [UInt8](repeating: UInt8(index + 1), count: byteCount)
    bytes.replaceSubrange(0..<4, with: [0xff, 0xd8, 0xff, 0xe0])
    bytes.replaceSubrange(byteCount - 2..<byteCount, with: [0xff, 0xd9])
    let plane = PlaneLayouts([PlaneLayout(offset: 0, stride: byteCount)])
    return try frame(bytes, .mjpeg, size, planes: plane, index)
  }

  private static func frame(
    _ bytes: [UInt8], _ format: PixelFormat, _ size: PixelSize, planes: PlaneLayouts, _ index: Int
  ) throws -> VideoFrame {
    let pool = FramePool(byteCount: bytes.count, capacity: 1)
    let buffer = unsafe pool.make { slot in unsafe slot.copyBytes(from: bytes) }
    guard let buffer else { throw FrameError(.empty, "no memory for a picture") }
    return try VideoFrame(
      buffer: buffer, format: format, size: size, planes: planes,
      color: format == .mjpeg ? .jpeg : .bt709, source: CameraID("bench"),
      sequence: UInt64(index), presentationTime: .zero)
  }
}
