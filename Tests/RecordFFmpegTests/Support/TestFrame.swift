import MediaTypes

/// Frames for tests.
enum TestFrame {
  /// Makes a frame out of its planes' bytes, packed without padding.
  static func make(
    _ bytes: [UInt8], _ format: PixelFormat, _ size: PixelSize, color: ColorDescription? = nil,
    rotation: Rotation = .none, isMirrored: Bool = false, sequence: UInt64 = 0,
    native: EncodedPicture? = nil
  ) throws -> VideoFrame {
    let pool = FramePool(byteCount: max(1, bytes.count), capacity: 1)
    let buffer = unsafe pool.make(native: native) { slot in unsafe slot.copyBytes(from: bytes) }
    guard let buffer else { throw FrameError(.empty, "no buffer") }
    let planes =
      format.isCompressed
      ? PlaneLayouts([PlaneLayout(offset: 0, stride: bytes.count)])
      : PlaneLayouts(packing: format, size: size)
    return try VideoFrame(
      buffer: buffer, format: format, size: size, planes: planes,
      color: color ?? .usual(for: format), rotation: rotation, isMirrored: isMirrored,
      source: CameraID("test"), sequence: sequence, presentationTime: .zero)
  }

  /// A grey picture in NV12.
  static func grey(_ size: PixelSize, level: UInt8) throws -> VideoFrame {
    let luma = [UInt8](repeating: level, count: size.area)
    return try make(luma + [UInt8](repeating: 128, count: size.area / 2), .nv12, size)
  }
}
