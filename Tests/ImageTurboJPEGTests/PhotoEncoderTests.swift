import CTurboJPEG
import Foundation
import ImageTurboJPEG
import MediaTypes
import RecordCore
import TestSupport
import Testing

@Suite("A photo as JPEG")
struct PhotoEncoderTests {
  private static let metadata = PhotoMetadata(
    takenAt: CivilTime(unixNanoseconds: 1_796_047_702_042_000_000, offsetSeconds: 3_600),
    cameraName: "Logitech BRIO", software: "Viewfinder")
  private static let exiftool = RealPart(
    "ExifTool", programs: ["exiftool"], packages: ["libimage-exiftool-perl"])

  private func frame(
    _ format: PixelFormat, _ size: PixelSize, y: UInt8, u: UInt8, v: UInt8,
    color: ColorDescription, rotation: Rotation = .none
  ) throws -> VideoFrame {
    let planes = PlaneLayouts(packing: format, size: size)
    let pool = FramePool(byteCount: size.area * 4, capacity: 1)
    let buffer = try #require(
      unsafe pool.make { slot in
        for index in slot.indices { unsafe slot[index] = y }
        for (plane, value) in zip(planes.dropFirst(), [u, v]) {
          let end = min(plane.offset + size.area, slot.count)
          for index in plane.offset..<end { unsafe slot[index] = value }
        }
      })
    return try VideoFrame(
      buffer: buffer, format: format, size: size, planes: planes, color: color,
      rotation: rotation, source: CameraID("test"), sequence: 1, presentationTime: .zero)
  }

  @Test(
    "The colour that was stored is the colour that is read back",
    arguments: [ColorDescription.webcam, .jpeg, .bt709])
  func meaning(color: ColorDescription) throws {
    let size = PixelSize(width: 48, height: 32)
    for format in [PixelFormat.i420, .i422, .i444] {
      let frame = try frame(format, size, y: 110, u: 90, v: 180, color: color)
      let file = try TurboJPEGEncoder().encode(
        frame, isMirrored: false, metadata: Self.metadata)
      let pixel = try Self.decodedPixel(file)
      let image = try RGBImage(frame, isMirrored: false)
      for (value, wanted) in zip(pixel, image.bytes) {
        #expect(abs(Int(value) - Int(wanted)) <= 4, "\(format)")
      }
    }
  }

  @Test("Turned chroma of half width is kept as chroma of half height")
  func turned() throws {
    let size = PixelSize(width: 49, height: 31)
    let frame = try frame(
      .i422, size, y: 110, u: 90, v: 180, color: .jpeg, rotation: .clockwise90)
    let file = try TurboJPEGEncoder().encode(frame, isMirrored: false, metadata: Self.metadata)
    #expect(try Self.sampling(file) == Int32(TJSAMP_440.rawValue))
  }

  @Test(
    "A frame that lost its Huffman tables is whole again as a file, and the same picture",
    arguments: [TJSAMP_420, TJSAMP_422, TJSAMP_444])
  func standardTables(sampling: TJSAMP) throws {
    let size = PixelSize(width: 64, height: 48)
    let jpeg = TestJPEG.make(size, sampling: sampling)
    let frame = try TestJPEG.frame(TestJPEG.withoutHuffmanTables(jpeg), size)
    let file = try #require(
      UntouchedPhoto.bytes(frame, isMirrored: true, metadata: Self.metadata))
    #expect(try Self.decoded(file) == Self.decoded(jpeg))
    #expect(file.count > jpeg.count)
  }

  @Test("ExifTool reads what was written, and finds no fault", .requires(exiftool))
  func exif() async throws {
    let size = PixelSize(width: 64, height: 48)
    let frame = try TestJPEG.frame(TestJPEG.make(size), size)
    let file = try #require(
      UntouchedPhoto.bytes(frame, isMirrored: true, metadata: Self.metadata))
    let folder = try TemporaryFolder()
    try Data(file).write(to: URL(fileURLWithPath: folder.file("a.jpg")))
    let (_, output) = try await ChildProcess.run(
      "exiftool",
      ["-validate", "-warning", "-a", "-s", "-n", "-G", "-all", folder.file("a.jpg")])
    for fact in [
      "Make : Logitech", "Model : Logitech BRIO", "Orientation : 3", "Software : Viewfinder",
      "DateTimeOriginal : 2026:11:30 15:08:22", "OffsetTimeOriginal : +01:00",
      "SubSecTimeOriginal : 042", "ExifImageWidth : 64", "Validate : 0 0 0",
    ] {
      #expect(Self.squeezed(output).contains(fact), "\(output)")
    }
  }

  private static func squeezed(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  private static func sampling(_ file: [UInt8]) throws -> Int32 {
    try header(file).sampling
  }

  private static func header(
    _ file: [UInt8]
  ) throws -> (width: Int32, height: Int32, sampling: Int32) {
    let handle = unsafe tjInitDecompress()
    defer { unsafe tjDestroy(handle) }
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let status = unsafe tjDecompressHeader3(
      handle, file, UInt(file.count), &width, &height, &sampling, &space)
    try #require(status == 0)
    return (width, height, sampling)
  }

  private static func decodedPixel(_ file: [UInt8]) throws -> [UInt8] {
    Array(try decoded(file).prefix(3))
  }

  private static func decoded(_ file: [UInt8]) throws -> [UInt8] {
    let (width, height, _) = try header(file)
    let handle = unsafe tjInitDecompress()
    defer { unsafe tjDestroy(handle) }
    var pixels = [UInt8](repeating: 0, count: Int(width * height) * 3)
    let status = unsafe tjDecompress2(
      handle, file, UInt(file.count), &pixels, width, 0, height, TJPF_RGB.rawValue, 0)
    try #require(status == 0)
    return pixels
  }
}
