/// The outline of a Matroska file: whether the segment that holds everything has its size, which is
/// written at the end of a recording, and lies in the file. Layout: RFC 8794, 4 to 6; RFC 9559, 5.1.
enum SegmentScan {
  /// - Parameter read: gives up to 16 bytes from a place; fewer at the end.
  static func isWhole(byteCount: Int64, read: (Int64) -> [UInt8]) -> Bool {
    guard let head = size(Array(read(0).dropFirst(4))) else { return false }
    let start = 4 + Int64(head.length) + head.value
    let segment = read(start)
    guard segment.starts(with: [0x18, 0x53, 0x80, 0x67]),
      let body = size(Array(segment.dropFirst(4)))
    else { return false }
    return body.value <= byteCount - start - 4 - Int64(body.length)
  }

  /// A size of 1 to 8 bytes, of which the first tells the number; nil when it is unknown or too large
  /// for a head.
  private static func size(_ bytes: [UInt8]) -> (value: Int64, length: Int)? {
    guard let first = bytes.first, first > 0 else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard bytes.count >= length else { return nil }
    let bits = Int64(7 * length)
    let value = bytes[..<length].reduce(Int64(0)) { $0 << 8 | Int64($1) } & (1 << bits - 1)
    guard value != 1 << bits - 1, value < 1 << 48 else { return nil }
    return (value, length)
  }
}
