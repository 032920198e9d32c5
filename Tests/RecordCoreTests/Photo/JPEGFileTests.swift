import MediaTypes
import Testing

@testable import RecordCore

@Suite("EXIF in a JPEG file")
struct JPEGFileTests {
  private static let exif: [UInt8] = [1, 2, 3, 4]
  private static let segment: [UInt8] =
    [0xff, 0xe1, 0, 12] + Array("Exif".utf8) + [0, 0] + exif
  private static let start: [UInt8] = [0xff, 0xd8]
  private static let app0: [UInt8] = [0xff, 0xe0, 0, 4, 9, 9]
  private static let tables: [UInt8] = [0xff, 0xc4, 0, 3, 7]
  private static let scan: [UInt8] = [0xff, 0xda, 0, 2, 0x12, 0x34, 0xff, 0xd9, 0, 0]

  @Test("It comes behind the file's own header, and every other byte stays")
  func place() {
    let file = Self.start + Self.app0 + Self.tables + Self.scan
    #expect(
      JPEGFile.adding(exif: Self.exif, to: file)
        == Self.start + Self.app0 + Self.segment + Self.tables + Self.scan)
    let bare = Self.start + Self.tables + Self.scan
    #expect(
      JPEGFile.adding(exif: Self.exif, to: bare)
        == Self.start + Self.segment + Self.tables + Self.scan)
  }

  @Test("It takes the place of one that is there")
  func replaces() {
    let old: [UInt8] = [0xff, 0xe1, 0, 9] + Array("Exif".utf8) + [0, 0, 5]
    let other: [UInt8] = [0xff, 0xe1, 0, 5] + Array("htt".utf8)
    let file = Self.start + Self.app0 + old + other + Self.tables + old + Self.scan
    #expect(
      JPEGFile.adding(exif: Self.exif, to: file)
        == Self.start + Self.app0 + Self.segment + other + Self.tables + Self.scan)
  }

  @Test("A file without Huffman tables gets the standard ones")
  func tables() {
    let result = JPEGFile.adding(exif: Self.exif, to: Self.start + Self.scan)
    #expect(result == Self.start + Self.segment + StandardHuffman.segment + Self.scan)
    #expect(StandardHuffman.segment.count == 2 + 2 + 2 * (17 + 12) + 2 * (17 + 162))
  }

  @Test("What is no JPEG file with a picture is refused")
  func refused() {
    let good = Self.start + Self.app0 + Self.tables + Self.scan
    let bad: [[UInt8]] = [
      [], [0xff], Self.start, Self.start + [0, 0, 0, 0], Self.start + Self.start + Self.scan,
      Self.start + [0xff, 0xe0, 0, 0] + Self.scan, Self.start + [0xff, 0xe0, 0xff, 0xff],
      Array(good.dropFirst()), Self.start + [0xff, 0xd9, 0, 0],
    ]
    for file in bad { #expect(JPEGFile.adding(exif: Self.exif, to: file) == nil) }
    let tooLong = [UInt8](repeating: 0, count: 65_528)
    #expect(JPEGFile.adding(exif: tooLong, to: good) == nil)
    #expect(JPEGFile.adding(exif: Array(tooLong.dropLast()), to: good) != nil)
  }

  @Test("No beginning and no change of a byte reads outside")
  func fuzz() {
    let good = Self.start + Self.app0 + Self.segment + Self.tables + Self.scan
    for end in 0...good.count { _ = JPEGFile.adding(exif: Self.exif, to: Array(good[..<end])) }
    for index in good.indices {
      for value in [0, 1, 0x7f, 0xd8, 0xda, 0xff] as [UInt8] {
        var file = good
        file[index] = value
        _ = JPEGFile.adding(exif: Self.exif, to: file)
      }
    }
  }

  @Test("A camera's own JPEG passes only where nothing has to change")
  func untouched() throws {
    let size = PixelSize(width: 8, height: 8)
    let file = Self.start + Self.tables + Self.scan
    func bytes(
      mirrored: Bool = false, wanted: Bool = false, color: ColorDescription = .jpeg,
      rotation: Rotation = .none
    ) throws -> [UInt8]? {
      let frame = try PhotoFixture.frame(
        .mjpeg, size, file, color: color, rotation: rotation, isMirrored: mirrored)
      return UntouchedPhoto.bytes(frame, isMirrored: wanted, metadata: PhotoFixture.metadata)
    }
    #expect(try bytes()?.suffix(Self.scan.count + 5) == (Self.tables + Self.scan)[...])
    #expect(try bytes(rotation: .half) != nil)
    #expect(try bytes(mirrored: true, wanted: true) != nil)
    #expect(try bytes(wanted: true) == nil)
    #expect(try bytes(mirrored: true) == nil)
    #expect(try bytes(color: .webcam) == nil && bytes(color: .bt709) == nil)
    let raw = try PhotoFixture.plain(.grey, size, y: 1, u: 0, v: 0, color: .jpeg)
    #expect(
      UntouchedPhoto.bytes(raw, isMirrored: false, metadata: PhotoFixture.metadata) == nil)
  }
}
