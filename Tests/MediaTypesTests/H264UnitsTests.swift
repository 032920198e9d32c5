import MediaTypes
import Testing

@Suite("The beginning of a piece of an H.264 stream")
struct H264UnitsTests {
  /// Set 0 of the High profile, picture set 0, as x264 makes them.
  private let sequence: [UInt8] = [0x67, 0x64, 0x00, 0x1f, 0xac, 0xd9]
  private let picture: [UInt8] = [0x68, 0xeb, 0xe3]
  private let code: [UInt8] = [0, 0, 0, 1]

  @Test("Parameter sets, their numbers, the profile, and an IDR picture")
  func whole() {
    let units = H264Units(
      (code + sequence + [0, 0, 1] + picture + code + [0x65, 0x88, 0, 0, 1, 0x67]))
    #expect(units.parameterSets == code + sequence + code + picture)
    #expect(units.isStart && units.profile == 100 && units.identities == [0])
  }

  @Test("Numbers are Exp-Golomb codes")
  func numbers() {
    // 1: 010, 3: 00100, 31: 00000100000
    for (bits, number) in [([UInt8(0b0101_0000)], 1), ([0b0010_0100], 3), ([4, 0x10], 31)] {
      let units = H264Units((code + [0x67, 100, 0, 31] + bits + code + [0x68] + bits))
      #expect(units.identities == [UInt32(number)])
    }
  }

  @Test("A slice of another picture is no start, and one set alone is none")
  func others() {
    #expect(!H264Units((code + [0x41, 0x9a])).isStart)
    #expect(H264Units((code + sequence + code + [0x65])).parameterSets.isEmpty)
    #expect(H264Units(([UInt8]())).parameterSets.isEmpty)
  }

  @Test("Cut sets have no number")
  func cut() {
    for length in 1...4 {
      let units = H264Units((code + sequence.prefix(length) + code + picture))
      #expect(units.identities == nil)
    }
    #expect(H264Units((code + [0x68, 0x01] + code + [0x68, 0])).identities == nil)
  }
}
