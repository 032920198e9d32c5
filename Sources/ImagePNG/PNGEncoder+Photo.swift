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
    return PNGFile.adding(exif: exif, to: file)
  }
}

/// Puts an EXIF block into a PNG file: the `eXIf` chunk of PNG 1.5's extensions 1.5.0, section 3.7.
enum PNGFile {
  /// Where the header's chunk ends: 8 bytes of signature, 12 + 13 bytes of `IHDR`.
  private static let endOfHeader = 33

  /// - Parameter file: as the encoder wrote it.
  static func adding(exif: [UInt8], to file: [UInt8]) -> [UInt8] {
    let content = Array("eXIf".utf8) + exif
    let chunk =
      bigEndian(UInt32(exif.count)) + content + bigEndian(CyclicRedundancyCheck.sum(content))
    return Array(file[..<endOfHeader]) + chunk + file[endOfHeader...]
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}

/// The sum at the end of each chunk (PNG specification, second edition, annex D).
enum CyclicRedundancyCheck {
  static func sum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1
      }
    }
  }
}
