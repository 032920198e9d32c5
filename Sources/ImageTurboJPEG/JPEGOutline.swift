/// Finds out whether a JPEG image has its end, without decoding it.
///
/// Bytes from a camera are hostile: every read is checked. Marker codes: ITU-T T.81, table B.1.
enum JPEGOutline {
  /// Whether the bytes begin as a JPEG image, reach its picture data, and have an end marker after
  /// it. Bytes after the end are fine: cameras pad.
  static func isWhole(_ bytes: Span<UInt8>) -> Bool {
    guard let scan = startOfScan(bytes) else { return false }
    var index = bytes.count - 2
    while index >= scan {
      if bytes[index] == 0xff && bytes[index + 1] == 0xd9 { return true }
      index -= 1
    }
    return false
  }

  /// Where the first scan's header begins, after its marker; nil when there is none.
  private static func startOfScan(_ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
    var index = 2
    while index + 3 < bytes.count {
      guard bytes[index] == 0xff else {
        index += 1  // Stray bytes between segments, which libjpeg only warns of.
        continue
      }
      switch bytes[index + 1] {
      case 0xda: return index + 2
      case 0xff: index += 1
      case 0x00, 0x01, 0xd0...0xd8: index += 2
      case 0xd9: return nil
      default: index += 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
      }
    }
    return nil
  }
}
