/// Puts an EXIF block into a JPEG file without touching its picture.
///
/// Bytes come from cameras: every read is checked. Marker codes: ITU-T T.81, table B.1.
public enum JPEGFile {
  /// The same file with an EXIF block: in place of the one that it has, else behind its APP0 segments.
  ///
  /// A file without Huffman tables, as many webcams send them, also gets the standard ones, without
  /// which not every program could read it. All other bytes stay as they are.
  ///
  /// - Parameters:
  ///   - exif: as `ExifBlock` makes it, at most 65,527 bytes.
  ///   - file: a JPEG file.
  /// - Returns: nil for bytes that are no JPEG file with a picture, or a block that is too long.
  ///
  /// *Context*: pure.
  public static func adding(exif: [UInt8], to file: [UInt8]) -> [UInt8]? {
    guard let outline = Outline(file), let segment = segment(exif) else { return nil }
    var result = Array(file[..<outline.endOfLeadingAPP0])
    result.reserveCapacity(file.count + segment.count + StandardHuffman.segment.count)
    result += segment
    var copied = outline.endOfLeadingAPP0
    for old in outline.exifSegments {
      result += file[copied..<old.lowerBound]
      copied = old.upperBound
    }
    result += file[copied..<outline.startOfScan]
    if !outline.hasHuffmanTables { result += StandardHuffman.segment }
    result += file[outline.startOfScan...]
    return result
  }

  /// APP1 with its length and name (EXIF 2.32, section 4.7.2).
  private static func segment(_ exif: [UInt8]) -> [UInt8]? {
    let length = 2 + 6 + exif.count
    guard length <= 0xffff else { return nil }
    return [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + exifName + exif
  }

  fileprivate static let exifName: [UInt8] = Array("Exif".utf8) + [0, 0]
}

/// Where the parts of a JPEG file are, up to its picture data.
private struct Outline {
  var endOfLeadingAPP0 = 2
  var exifSegments: [Range<Int>] = []
  var hasHuffmanTables = false
  /// Where the marker of the first scan is.
  var startOfScan = 0

  init?(_ file: [UInt8]) {
    guard file.count >= 4, file[0] == 0xff, file[1] == 0xd8 else { return nil }
    var index = 2
    while index + 3 < file.count {
      guard file[index] == 0xff else { return nil }
      switch file[index + 1] {
      case 0xff: index += 1
      case 0x01, 0xd0...0xd7: index += 2
      case 0x00, 0xd8, 0xd9: return nil
      case 0xda:
        startOfScan = index
        return
      default:
        let length = Int(file[index + 2]) << 8 + Int(file[index + 3])
        guard length >= 2, index + 2 + length <= file.count else { return nil }
        take(index..<index + 2 + length, of: file)
        index += 2 + length
      }
    }
    return nil
  }

  private mutating func take(_ segment: Range<Int>, of file: [UInt8]) {
    switch file[segment.lowerBound + 1] {
    case 0xc4: hasHuffmanTables = true
    case 0xe0 where segment.lowerBound == endOfLeadingAPP0: endOfLeadingAPP0 = segment.upperBound
    case 0xe1 where file[segment].dropFirst(4).starts(with: JPEGFile.exifName):
      exifSegments.append(segment)
    default: break
    }
  }
}
