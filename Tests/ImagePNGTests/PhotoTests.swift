import Foundation
import ImagePNG
import MediaTypes
import RecordCore
import TestSupport
import Testing

@Suite("A photo as PNG", .timeLimit(.minutes(1)))
struct PNGPhotoTests {
  private static let exiftool = RealPart(
    "ExifTool", programs: ["exiftool"], packages: ["libimage-exiftool-perl"])

  private func photo(rotation: Rotation = .none) throws -> [UInt8] {
    let size = PixelSize(width: 4, height: 2)
    let pool = FramePool(byteCount: 24, capacity: 1)
    let buffer = try #require(
      unsafe pool.make { slot in
        for index in slot.indices { unsafe slot[index] = UInt8(index * 10) }
      })
    let frame = try VideoFrame(
      buffer: buffer, format: .rgb24, size: size, planes: PlaneLayouts(packing: .rgb24, size: size),
      color: .srgb, rotation: rotation, source: CameraID("test"), sequence: 1,
      presentationTime: .zero)
    let metadata = PhotoMetadata(
      takenAt: CivilTime(unixNanoseconds: 1_796_047_702_042_000_000, offsetSeconds: -16_200),
      cameraName: "Some Camera", software: "Viewfinder")
    return try PNGEncoder().encode(frame, isMirrored: false, metadata: metadata)
  }

  @Test("The picture is not changed by what is said about it")
  func picture() throws {
    let decoded = try #require(decode(try photo()))
    #expect(decoded.bytes == (0..<24).map { UInt8($0 * 10) })
    let turned = try #require(decode(try photo(rotation: .clockwise90)))
    #expect(turned.size == PixelSize(width: 2, height: 4))
    #expect(turned.bytes.prefix(6) == [120, 130, 140, 0, 10, 20])
  }

  @Test("ExifTool reads what was written, and finds no fault", .requires(exiftool))
  func exif() async throws {
    let folder = try TemporaryFolder()
    try Data(photo()).write(to: URL(fileURLWithPath: folder.file("a.png")))
    let (_, output) = try await ChildProcess.run(
      "exiftool", ["-validate", "-warning", "-a", "-s", "-n", "-all", folder.file("a.png")])
    let text = output.split(separator: " ").joined(separator: " ")
    for fact in [
      "Model : Some Camera", "Orientation : 1", "DateTimeOriginal : 2026:11:30 09:38:22",
      "OffsetTimeOriginal : -04:30", "Validate : 0 0 0",
    ] {
      #expect(text.contains(fact), "\(output)")
    }
  }
}
