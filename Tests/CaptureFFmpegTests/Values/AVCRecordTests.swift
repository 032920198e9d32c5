import Testing

@testable import CaptureFFmpeg

@Suite("H.264 as MP4 and Matroska hold it")
struct AVCRecordTests {
  private let head: [UInt8] = [
    1, 66, 0, 30, 0xff, 0xe1, 0, 3, 0x67, 66, 1, 1, 0, 2, 0x68, 0xce,
  ]

  @Test("Parameter sets and units get start codes")
  func units() throws {
    let record = try #require(AVCRecord(head))
    #expect(record.parameterSets == [0, 0, 0, 1, 0x67, 66, 1, 0, 0, 0, 1, 0x68, 0xce])
    let packet: [UInt8] = [0, 0, 0, 2, 0x09, 0xf0, 0, 0, 0, 3, 0x65, 1, 2]
    #expect(record.annexB(packet) == [0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x65, 1, 2])
    var short = head
    short[4] = 0xfc
    #expect(try #require(AVCRecord(short)).annexB([2, 0x65, 1]) == [0, 0, 0, 1, 0x65, 1])
  }

  @Test("What is cut, or no record, is refused")
  func refused() throws {
    for length in 0..<head.count { #expect(AVCRecord(Array(head.prefix(length))) == nil) }
    #expect(AVCRecord([0, 0, 0, 1, 0x67, 66, 0, 30, 0, 0]) == nil)
    let record = try #require(AVCRecord(head))
    for packet: [UInt8] in [[0], [0, 0, 0], [0, 0, 0, 9, 1], [255, 255, 255, 255, 1]] {
      #expect(record.annexB(packet) == nil)
    }
  }
}
