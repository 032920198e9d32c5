import ImageTurboJPEG
import MediaTypes
import RecordCore
import Testing

struct TurboJPEGEncoderTests {
  @Test func whatIsEncodedDecodesToTheSamePicture() throws {
    let size = PixelSize(width: 320, height: 16)
    let image = try #require(RGBImage(size: size, bytes: TestJPEG.bars(size)))
    let file = try TurboJPEGEncoder().encode(image)
    let picture = try TurboJPEGDecoder().decode(TestJPEG.frame(file, size))
    #expect(picture.format == .i420)
    for (index, luma) in [255, 226, 179, 150, 105, 76, 29, 0].enumerated() {
      let value = TestJPEG.sample(picture, plane: 0, column: index * 40 + 20, row: 8)
      #expect(abs(value - luma) <= 3)
    }
  }

  @Test func aLowerQualityMakesASmallerFile() throws {
    let size = PixelSize(width: 320, height: 240)
    let image = try #require(RGBImage(size: size, bytes: TestJPEG.bars(size)))
    let small = try TurboJPEGEncoder(quality: 20).encode(image)
    let large = try TurboJPEGEncoder(quality: 100).encode(image)
    #expect(small.count < large.count)
    #expect(TurboJPEGEncoder(quality: -5).quality == 1)
    #expect(TurboJPEGEncoder(quality: 500).quality == 100)
  }
}
