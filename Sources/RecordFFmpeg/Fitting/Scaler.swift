import CFFmpeg
import MediaTypes
import RecordCore

/// Owns one converter of size, format and colour (`SwsContext`: `sws_alloc_context`,
/// `sws_init_context`, `sws_freeContext`).
@safe struct Scaler: ~Copyable {
  // Unsafe: owned from the initialiser to the deinitialiser and never handed out.
  private let pointer: OpaquePointer
  private let sourceHeight: Int32

  /// - Parameters:
  ///   - source: what comes in, and its size.
  ///   - target: what goes out, and its size.
  /// - Throws: `encoderFailed` for what the library does not convert.
  init(
    from source: PictureLayout, _ sourceSize: PixelSize, to target: PictureLayout,
    _ targetSize: PixelSize
  ) throws(RecordError) {
    unsafe pointer = unsafe try Self.start(source, sourceSize, target, targetSize)
    sourceHeight = Int32(clamping: sourceSize.height)
    setColors(from: source, to: target)
  }

  /// The ranges have to be known before the start, which chooses shorter ways for equal ones.
  private static func start(
    _ source: PictureLayout, _ sourceSize: PixelSize, _ target: PictureLayout,
    _ targetSize: PixelSize
  ) throws(RecordError) -> OpaquePointer {
    guard let input = source.libraryFormat, let output = target.libraryFormat,
      let pointer = unsafe sws_alloc_context()
    else { throw refusal(source, sourceSize, targetSize) }
    let options: [(String, Int)] = [
      ("srcw", sourceSize.width), ("srch", sourceSize.height), ("src_format", Int(input.rawValue)),
      ("src_range", source.color.range == .full ? 1 : 0), ("dstw", targetSize.width),
      ("dsth", targetSize.height), ("dst_format", Int(output.rawValue)),
      ("dst_range", target.color.range == .full ? 1 : 0),
      ("sws_flags", Int(SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP)),
    ]
    let owner = unsafe UnsafeMutableRawPointer(pointer)
    for (name, value) in options { unsafe av_opt_set_int(owner, name, Int64(value), 0) }
    guard unsafe sws_init_context(pointer, nil, nil) >= 0 else {
      unsafe sws_freeContext(pointer)
      throw refusal(source, sourceSize, targetSize)
    }
    return unsafe pointer
  }

  private static func refusal(
    _ source: PictureLayout, _ sourceSize: PixelSize, _ targetSize: PixelSize
  ) -> RecordError {
    RecordError(
      .encoderFailed, "Pictures in \(source.format) of \(sourceSize) cannot be made \(targetSize).")
  }

  deinit { unsafe sws_freeContext(pointer) }

  /// `sws_setColorspaceDetails`: matrix and range of both sides, brightness 0, contrast and
  /// saturation 1 (in 16.16 fixed point). Grey has no matrix, so it takes the target's.
  private func setColors(from source: PictureLayout, to target: PictureLayout) {
    let incoming = source.isYUV ? source.color.scalerMatrix : target.color.scalerMatrix
    unsafe sws_setColorspaceDetails(
      pointer, sws_getCoefficients(incoming), source.color.range == .full ? 1 : 0,
      sws_getCoefficients(target.color.scalerMatrix), target.color.range == .full ? 1 : 0,
      0, 1 << 16, 1 << 16)
  }

  /// Converts a whole picture (`sws_scale`); both sides must have the sizes given before.
  func scale(from source: PlanePointers, to target: PlanePointers) throws(RecordError) {
    let incoming = unsafe source.addresses.map { unsafe UnsafePointer($0) }
    let rows = unsafe sws_scale(
      pointer, incoming, source.strides, 0, sourceHeight, target.addresses, target.strides)
    try LibraryError.check(rows, .encoderFailed, "A picture could not be fitted")
  }
}
