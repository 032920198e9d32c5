/// Puts an EXIF block into a PNG file without touching its picture.
public enum PNGFile {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// Where the header's chunk ends: 12 + 13 bytes of `IHDR` after the signature.
  private static let endOfHeader = 33

  /// The same file with an EXIF block behind its header: the `eXIf` chunk of PNG 1.5's extensions 1.5.0,
  /// section 3.7.
  ///
  /// - Parameters:
  ///   - exif: as `ExifBlock` makes it.
  ///   - file: a PNG file without one.
  /// - Returns: nil for bytes that do not begin as a PNG file does.
  ///
  /// *Context*: pure.
  public static func adding(exif: [UInt8], to file: [UInt8]) -> [UInt8]? {
    guard file.count >= endOfHeader, file.starts(with: signature + [0, 0, 0, 13]),
      file[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
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
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? polynomial : 0) }
    }
    return ~sum
  }

  private static let polynomial: UInt32 = 0xedb8_8320
}
