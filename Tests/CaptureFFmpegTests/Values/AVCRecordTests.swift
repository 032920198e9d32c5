import MediaTypes
import Testing

@testable import CaptureFFmpeg

@Suite("H.264 as MP4 and Matroska hold it")
struct AVCRecordTests {
  private let head: [UInt8] = [
    1, 66, 0, 30, 0xff, 0xe1, 0, 3, 0x67, 66, 1, 1, 0, 2, 0x68, 0xce,
  ]

  private func buffer(_ bytes: [UInt8]) throws -> FrameBuffer {
    let pool = FramePool(byteCount: bytes.count, capacity: 1)
    let made = unsafe pool.make { slot in unsafe slot.copyBytes(from: bytes) }
    return try #require(made)
  }

  /// A packet in the form of annex B; nil when it makes no sense.
  private func annexB(_ packet: [UInt8], _ record: AVCRecord) throws -> [UInt8]? {
    let bytes = PacketUnits(try buffer(packet), record)?.annexB()
    return unsafe bytes?.withUnsafeBytes { unsafe Array($0) }
  }

  @Test("Parameter sets and units get start codes")
  func units() throws {
    let record = try #require(AVCRecord(head))
    #expect(record.parameterSets == [0, 0, 0, 1, 0x67, 66, 1, 0, 0, 0, 1, 0x68, 0xce])
    let packet: [UInt8] = [0, 0, 0, 2, 0x09, 0xf0, 0, 0, 0, 3, 0x65, 1, 2]
    #expect(try annexB(packet, record) == [0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x65, 1, 2])
    var short = head
    short[4] = 0xfc
    let shorter = try #require(AVCRecord(short))
    #expect(try annexB([2, 0x65, 1], shorter) == [0, 0, 0, 1, 0x65, 1])
  }

  @Test("What is cut, or no record, is refused")
  func refused() throws {
    for length in 0..<head.count { #expect(AVCRecord(Array(head.prefix(length))) == nil) }
    #expect(AVCRecord([0, 0, 0, 1, 0x67, 66, 0, 30, 0, 0]) == nil)
    let record = try #require(AVCRecord(head))
    for packet: [UInt8] in [[0], [0, 0, 0], [0, 0, 0, 9, 1], [255, 255, 255, 255, 1]] {
      #expect(try annexB(packet, record) == nil)
    }
  }

  @Test("The head of a packet says what comes, and of a slice needs no more than its kind")
  func packetHead() throws {
    let record = try #require(AVCRecord(head))
    let sets: [UInt8] = [0, 0, 0, 3, 0x67, 66, 1, 0, 0, 0, 2, 0x68, 0xce]
    let start = PacketUnits(try buffer(sets + [0, 0, 0, 2, 0x65, 1]), record)?.head
    #expect(start?.isStart == true && start?.parameterSets == record.parameterSets)
    let later = PacketUnits(try buffer([0, 0, 0, 0, 0, 0, 0, 2, 0x41, 1]), record)?.head
    #expect(later?.isStart == false && later?.parameterSets.isEmpty == true)
  }

  @Test("A packet in the form of annex B is not copied")
  func noCopy() throws {
    let packet = try buffer([0, 0, 0, 1, 0x65, 1, 2])
    let units = try #require(PacketUnits(packet, nil))
    #expect(units.head.isStart && units.annexB() === packet)
  }
}
