import Testing

@testable import RecordFFmpeg

@Suite("The outline of an MP4 file")
struct BoxScanTests {
  private func box(_ type: String, _ count: Int, size: UInt32? = nil) -> [UInt8] {
    let size = size ?? UInt32(count)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) }
    return head + type.utf8 + [UInt8](repeating: 0, count: count - 8)
  }

  private func scan(_ bytes: [UInt8]) -> BoxScan {
    BoxScan(byteCount: Int64(bytes.count)) { offset in
      Array(bytes.dropFirst(Int(offset)).prefix(16))
    }
  }

  @Test("A fragment counts with both of its boxes")
  func fragments() {
    let head = box("ftyp", 24) + box("moov", 100)
    let fragment = box("moof", 50) + box("mdat", 60)
    #expect(scan(head + fragment).wholeByteCount == 234)
    #expect(scan(head + fragment).reachesEnd)
    #expect(scan(head + fragment + box("moof", 50)).wholeByteCount == 234)
    #expect(scan(head + fragment + fragment.dropLast(1)).wholeByteCount == 234)
    #expect(scan(head).hasHead)
    #expect(!scan(head).hasFragments)
    #expect(scan(head + box("mdat", 20)).hasOrdinaryData)
  }

  @Test("Impossible boxes end it")
  func hostile() {
    let head = box("ftyp", 24)
    #expect(scan(head + box("moov", 16, size: 7)).wholeByteCount == 24)
    #expect(scan(head + box("moov", 16, size: .max)).wholeByteCount == 24)
    #expect(scan(head + box("moov", 16, size: 1)).wholeByteCount == 24)
    let huge = [0, 0, 0, 1] + Array("moov".utf8) + [UInt8](repeating: 0xff, count: 8)
    #expect(scan(head + huge).wholeByteCount == 24)
    #expect(scan(head + box("mdat", 16, size: 0)).reachesEnd)
    #expect(!scan(Array("hello, this is text".utf8)).isMP4)
    #expect(!scan([]).isMP4)
  }
}
