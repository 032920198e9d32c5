import ImageImageIO
import MediaTypes
import RecordCore
import Testing

@Suite("ImageIO's photos, on stand-ins")
struct PhotoTests {
  private let metadata = PhotoMetadata(
    takenAt: CivilTime(unixNanoseconds: 1_796_047_702_042_000_000, offsetSeconds: -16_200),
    cameraName: "Some Camera", software: "Viewfinder")

  private func frame(rotation: Rotation = .none) throws -> VideoFrame {
    let size = PixelSize(width: 4, height: 2)
    let buffer = try #require(unsafe FramePool(byteCount: 24, capacity: 1).make { _ in })
    return try VideoFrame(
      buffer: buffer, format: .rgb24, size: size, planes: PlaneLayouts(packing: .rgb24, size: size),
      color: .srgb, rotation: rotation, source: CameraID("test"), sequence: 1,
      presentationTime: .zero)
  }

  @Test(
    "A photo of each kind carries what is known of it",
    arguments: [ImageIOEncoder.Kind.jpeg(quality: 90), .png])
  func described(kind: ImageIOEncoder.Kind) throws {
    let encoder = ImageIOEncoder(kind)
    let plain = try encoder.encode(RGBImage(frame(), isMirrored: false))
    let photo = try encoder.encode(frame(), isMirrored: false, metadata: metadata)
    let exif = ExifBlock.bytes(
      metadata, size: PixelSize(width: 4, height: 2), orientation: .upright)
    let expected =
      kind == .png
      ? PNGFile.adding(exif: exif, to: plain) : JPEGFile.adding(exif: exif, to: plain)
    #expect(photo == expected && photo.count > plain.count + exif.count)
    #expect(encoder.fileExtension == (kind == .png ? "png" : "jpg"))
  }

  @Test("A camera that stands on its side gives an upright photo")
  func upright() throws {
    let photo = try ImageIOEncoder(.png).encode(
      frame(rotation: .clockwise90), isMirrored: false, metadata: metadata)
    #expect(Array(photo[16..<24]) == [0, 0, 0, 2, 0, 0, 0, 4])
  }
}
