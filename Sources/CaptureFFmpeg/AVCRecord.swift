/// How MP4 and Matroska hold H.264: the parameter sets at one place, and a length before each unit (ISO/IEC
/// 14496-15, 5.3.3.1, `avcC`).
struct AVCRecord: Hashable, Sendable {
  /// Each behind a start code, as annex B has them.
  private(set) var parameterSets: [UInt8] = []
  private let lengthSize: Int

  static let startCode: [UInt8] = [0, 0, 0, 1]

  /// Reads the record; the bytes are hostile.
  ///
  /// - Returns: nil for bytes that are no whole record, such as parameter sets in the form of annex B.
  init?(_ record: [UInt8]) {
    guard record.count > 6, record[0] == 1 else { return nil }
    lengthSize = Int(record[4] & 3) + 1
    var rest = record[5...]
    // So many sequence parameter sets in five bits, so many picture parameter sets in eight.
    for mask: UInt8 in [0x1f, 0xff] {
      guard let count = rest.popFirst() else { return nil }
      for _ in 0..<(count & mask) {
        guard let unit = Self.unit(&rest, lengthSize: 2) else { return nil }
        parameterSets += Self.startCode + unit
      }
    }
  }

  /// Where the units of a packet lie, without their lengths.
  ///
  /// - Returns: nil when a unit reaches beyond the packet.
  func units(in packet: Span<UInt8>) -> [Range<Int>]? {
    var units: [Range<Int>] = []
    var end = 0
    while end < packet.count {
      let start = end + lengthSize
      guard start <= packet.count else { return nil }
      let length = (end..<start).reduce(0) { $0 << 8 | Int(packet[$1]) }
      guard length <= packet.count - start else { return nil }
      end = start + length
      units.append(start..<end)
    }
    return units
  }

  private static func unit(
    _ rest: inout ArraySlice<UInt8>, lengthSize: Int
  ) -> ArraySlice<UInt8>? {
    guard rest.count >= lengthSize else { return nil }
    let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(lengthSize)
    guard length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }
}
