public import MediaTypes

/// The port through which a frame becomes a photo's file.
///
/// *Context*: any thread; takes the time that compression takes.
public protocol PhotoEncoder: Sendable {
  /// Encodes one frame as a whole file with its description.
  ///
  /// - Parameters:
  ///   - frame: uncompressed; its rotation is applied.
  ///   - isMirrored: whether the photo is to be as in a mirror.
  ///   - metadata: goes into the file as EXIF.
  /// - Returns: the whole file.
  /// - Throws: `RecordError` when the format is not known, or the encoder fails.
  func encode(
    _ frame: VideoFrame, isMirrored: Bool, metadata: PhotoMetadata
  ) throws(RecordError) -> [UInt8]
}

/// Photos that are a camera's own JPEG.
public enum UntouchedPhoto {
  /// The camera's own JPEG with a description, where nothing about the picture has to change.
  ///
  /// Rotation is no change: EXIF tells readers of it. The bytes are those of the frame but for the
  /// EXIF segment and, where the camera left them out, the Huffman tables.
  ///
  /// - Parameters:
  ///   - frame: from a camera; check before that it can be decoded.
  ///   - isMirrored: whether the photo is to be as in a mirror.
  ///   - metadata: goes into the file as EXIF.
  /// - Returns: nil when the frame is no JPEG, has another mirroring, a crop, pixels that are not square or
  ///   other colours than JPEG files have, or its segments make no sense: it has to be decoded and
  ///   encoded.
  ///
  /// *Context*: pure.
  public static func bytes(
    _ frame: VideoFrame, isMirrored: Bool, metadata: PhotoMetadata
  ) -> [UInt8]? {
    guard frame.format == .mjpeg, frame.isMirrored == isMirrored, frame.color.matrix == .bt601,
      frame.color.range == .full, frame.crop == PixelRectangle(whole: frame.size),
      frame.pixelAspect == .square,
      let image = frame.planes.first
    else { return nil }
    // Unsafe: the range lies in the buffer, which `VideoFrame` has checked; the bytes are copied.
    let file = unsafe frame.buffer.withUnsafeBytes { bytes in
      unsafe Array(bytes[image.offset..<image.offset + image.stride])
    }
    let exif = ExifBlock.bytes(
      metadata, size: frame.size, orientation: ExifOrientation(frame.rotation))
    return JPEGFile.adding(exif: exif, to: file)
  }
}
