import CTurboJPEG
import CaptureCore
import ImageTurboJPEG
import MediaTypes
import SeededRandom
import Testing

struct TurboJPEGFuzzTests {
  /// Each mutation ends in a picture of the agreed size or in a typed error; nothing crashes, hangs
  /// or keeps a buffer. The seed makes every run the same.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func mutatedImagesGiveAPictureOrAnError(seed: UInt64) throws {
    let size = PixelSize(width: 72, height: 40)
    let samplings = [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY, TJSAMP_440]
    let images =
      samplings.map { TestJPEG.make(size, sampling: $0) }
      + [TestJPEG.make(size, flags: TJFLAG_PROGRESSIVE)]
      + [TestJPEG.withoutHuffmanTables(TestJPEG.make(size))]
    var random = SeededNumbers(seed: seed)
    let decoder = TurboJPEGDecoder()
    var (pictures, errors) = (0, 0)
    for turn in 0..<1000 {
      let bytes = Self.mutated(images[turn % images.count], with: &random)
      do {
        let picture = try decoder.decode(TestJPEG.frame(bytes, size))
        #expect(picture.size == size)
        pictures += 1
      } catch is JPEGError {
        errors += 1
      }
    }
    #expect(pictures > 50 && errors > 50, "the mutations reach both ends")
  }

  private static func mutated(_ image: [UInt8], with random: inout SeededNumbers) -> [UInt8] {
    var bytes = image
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[index] = 0xff
      case 3 where index + 8 < bytes.count: bytes.removeSubrange(index..<index + 3)
      case 4: bytes.insert(contentsOf: bytes[index..<min(index + 16, bytes.count)], at: index)
      case 5: bytes.removeLast(min(bytes.count - 4, Int.random(in: 0..<4, using: &random)))
      default: bytes[bytes.count - 3 - index / 4] = UInt8.random(in: 0...254, using: &random)
      }
    }
    return bytes
  }
}
