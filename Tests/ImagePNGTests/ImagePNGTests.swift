import CPNG
import ImagePNG
import MediaTypes
import RecordCore
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PNGEncoderTests {
  /// Smooth in one half, noise in the other: both ends of what compression meets.
  private func picture(_ width: Int, _ height: Int) throws -> RGBImage {
    var noise: UInt32 = 1
    let bytes = (0..<width * height * 3).map { index in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return index / 3 % width < width / 2
        ? UInt8(truncatingIfNeeded: index / 7) : UInt8(truncatingIfNeeded: noise >> 24)
    }
    return try #require(RGBImage(size: PixelSize(width: width, height: height), bytes: bytes))
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1), (7, 5), (320, 181)])
  func whatIsDecodedEqualsWhatWasEncoded(width: Int, height: Int) throws {
    let picture = try picture(width, height)
    let file = try PNGEncoder().encode(picture)
    let decoded = try #require(decode(file))
    #expect(decoded.size == picture.size)
    #expect(decoded.bytes == picture.bytes)
  }

  @Test func aPictureOfNoiseFitsTheBound() throws {
    var generator = SeededNumbers(seed: 6)
    let bytes = (0..<257 * 129 * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let size = PixelSize(width: 257, height: 129)
    let picture = try #require(RGBImage(size: size, bytes: bytes))
    #expect(decode(try PNGEncoder().encode(picture))?.bytes == bytes)
  }

  @Test func aFlatPictureGetsSmall() throws {
    let size = PixelSize(width: 640, height: 480)
    let picture = try #require(
      RGBImage(size: size, bytes: Array(repeating: 90, count: size.area * 3)))
    #expect(try PNGEncoder().encode(picture).count < 10_000)
  }

  @Test func theFileBeginsWithTheSignatureAndDeclaresSRGB() throws {
    let file = try PNGEncoder().encode(try picture(16, 16))
    #expect(file.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    #expect(String(decoding: file, as: UTF8.self).contains("sRGB"))
  }

  @Test func nothingThatAnImageMayBeIsTooWideForLibpng() {
    // PNG_USER_WIDTH_MAX and PNG_USER_HEIGHT_MAX.
    #expect(PixelSize.maximumEdge <= 1_000_000)
    #expect(RGBImage(size: PixelSize(width: 2_000_000, height: 1), bytes: []) == nil)
    #expect(PNGEncoder().fileExtension == "png")
  }

}

/// Reads a PNG file with libpng.
func decode(_ file: [UInt8]) -> RGBImage? {
  var header = unsafe png_image()
  unsafe header.version = png_uint_32(PNG_IMAGE_VERSION)
  defer { unsafe png_image_free(&header) }
  let hasBegun = unsafe file.withUnsafeBytes {
    unsafe png_image_begin_read_from_memory(&header, $0.baseAddress, $0.count) != 0
  }
  guard hasBegun else { return nil }
  unsafe header.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
  let size = unsafe PixelSize(width: Int(header.width), height: Int(header.height))
  var pixels = [UInt8](repeating: 0, count: size.area * 3)
  let isRead = unsafe pixels.withUnsafeMutableBytes {
    unsafe png_image_finish_read(&header, nil, $0.baseAddress, 0, nil) != 0
  }
  return isRead ? RGBImage(size: size, bytes: pixels) : nil
}
