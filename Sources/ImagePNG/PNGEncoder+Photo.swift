public import MediaTypes
public import RecordCore

extension PNGEncoder: PhotoEncoder {
  /// Encodes a frame with its description.
  ///
  /// - Parameters:
  ///   - frame: uncompressed.
  ///   - isMirrored: whether the photo is to be as in a mirror.
  ///   - metadata: goes into the file as EXIF.
  /// - Returns: the whole file, upright.
  /// - Throws: `RecordError.encoderFailed` for a format that is not known, or when libpng fails.
  public func encode(
    _ frame: VideoFrame, isMirrored: Bool, metadata: PhotoMetadata
  ) throws(RecordError) -> [UInt8] {
    let file = try encode(RGBImage(frame, isMirrored: isMirrored))
    let exif = ExifBlock.bytes(metadata, size: frame.squareSize, orientation: .upright)
    return PNGFile.adding(exif: exif, to: file) ?? file
  }
}
