@testable import RecordFFmpeg

enum RecordingFuzz {
  static func run(_ bytes: [UInt8]) {
    let read = { (offset: Int64) -> [UInt8] in
      guard offset >= 0, offset < bytes.count else { return [] }
      return Array(bytes.dropFirst(Int(offset)).prefix(16))
    }
    let scan = BoxScan(byteCount: Int64(bytes.count), read: read)
    precondition(scan.wholeByteCount >= 0 && scan.wholeByteCount <= bytes.count)
    _ = SegmentScan.isWhole(byteCount: Int64(bytes.count), read: read)
  }
}
