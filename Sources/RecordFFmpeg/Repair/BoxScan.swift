/// The outline of an MP4 file: the boxes at its top level, as far as they are whole.
///
/// Reads no more than their heads. The bytes are hostile: a box that reaches outside the file, or has
/// an impossible size, ends the scan. Layout: ISO/IEC 14496-12, 4.2.
struct BoxScan: Hashable {
  /// Whether the file begins as an MP4 file does.
  private(set) var isMP4 = false
  /// Whether the head is there, without which nothing can be read.
  private(set) var hasHead = false
  /// Whether there is at least one whole fragment.
  private(set) var hasFragments = false
  /// Whether the pictures lie in one piece, as in an ordinary file.
  private(set) var hasOrdinaryData = false
  /// Bytes that can be used: up to the end of the last whole box, of a fragment only both boxes.
  private(set) var wholeByteCount: Int64 = 0
  /// Whether the boxes end where the file ends.
  private(set) var reachesEnd = false

  /// A box's head: its type and its size with the head.
  private struct Head {
    let type: [UInt8]
    let size: Int64
  }

  /// - Parameters:
  ///   - byteCount: the file's size.
  ///   - read: gives up to 16 bytes from a place; fewer at the end.
  init(byteCount: Int64, read: (Int64) -> [UInt8]) {
    var offset: Int64 = 0
    var isInFragment = false
    while let head = Self.head(at: offset, byteCount: byteCount, read: read) {
      let end = offset + head.size
      switch String(decoding: head.type, as: UTF8.self) {
      case "ftyp": isMP4 = true
      case "moov": hasHead = true
      case "moof": isInFragment = true
      case "mdat":
        if isInFragment { hasFragments = true } else { hasOrdinaryData = true }
        isInFragment = false
      default: break
      }
      guard isMP4 else { return }
      if !isInFragment { wholeByteCount = end }
      offset = end
    }
    reachesEnd = offset == byteCount && !isInFragment
  }

  /// The head of the box at a place; nil when the box does not end within the file.
  private static func head(
    at offset: Int64, byteCount: Int64, read: (Int64) -> [UInt8]
  ) -> Head? {
    let bytes = read(offset)
    guard bytes.count >= 8 else { return nil }
    var (size, least) = (number(bytes[0..<4]), Int64(8))
    switch size {
    case 0: size = byteCount - offset
    case 1:
      guard bytes.count >= 16, bytes[8] < 0x80 else { return nil }
      (size, least) = (number(bytes[8..<16]), 16)
    default: break
    }
    guard size >= least, size <= byteCount - offset else { return nil }
    return Head(type: Array(bytes[4..<8]), size: size)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }
}
