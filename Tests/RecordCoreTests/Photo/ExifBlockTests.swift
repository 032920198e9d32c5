import MediaTypes
import Testing

@testable import RecordCore

@Suite("EXIF")
struct ExifBlockTests {
  private static let size = PixelSize(width: 1280, height: 720)

  private func tags(
    _ metadata: PhotoMetadata, orientation: ExifOrientation = .upright
  ) throws -> [UInt16: TIFFReader.Value] {
    let block = ExifBlock.bytes(metadata, size: Self.size, orientation: orientation)
    return try TIFFReader(block).tags()
  }

  @Test("It says when, by what and how the picture was taken")
  func content() throws {
    let tags = try tags(PhotoFixture.metadata, orientation: .clockwise90)
    #expect(tags[0x010f]?.text == "Logitech")
    #expect(tags[0x0110]?.text == "Logitech BRIO")
    #expect(tags[0x0112]?.number == 6)
    #expect(tags[0x0131]?.text == "Viewfinder")
    for tag in [0x0132, 0x9003, 0x9004] as [UInt16] {
      #expect(tags[tag]?.text == "2026:11:30 15:08:22")
    }
    for tag in [0x9010, 0x9011, 0x9012] as [UInt16] { #expect(tags[tag]?.text == "+01:00") }
    for tag in [0x9290, 0x9291, 0x9292] as [UInt16] { #expect(tags[tag]?.text == "042") }
    #expect(tags[0xa002]?.number == 1280 && tags[0xa003]?.number == 720)
  }

  @Test("A maker is named only where the camera's name begins with one")
  func maker() throws {
    var metadata = PhotoFixture.metadata
    metadata.cameraName = "Integrated Camera"
    #expect(try tags(metadata)[0x010f] == nil)
    metadata.cameraName = "Sonya's camera"
    #expect(try tags(metadata)[0x010f] == nil)
    metadata.cameraName = ""
    #expect(try tags(metadata)[0x0110] == nil)
  }

  @Test(
    "Hostile names are cut and made plain",
    arguments: [
      "\u{0}\u{1b}[31mred\n", String(repeating: "x", count: 100_000), "Kamera \u{202e}\u{1f4f7}é",
    ])
  func hostile(name: String) throws {
    var metadata = PhotoFixture.metadata
    metadata.cameraName = name
    metadata.software = name
    let block = ExifBlock.bytes(metadata, size: Self.size, orientation: .upright)
    #expect(block.count < 2_048)
    let text = try #require(TIFFReader(block).tags()[0x0110]?.text)
    #expect(text.count <= ExifBlock.longestText)
    #expect(text.unicodeScalars.allSatisfy { (0x20...0x7e).contains($0.value) })
  }

  @Test("Each rotation has its orientation")
  func orientations() {
    let all = Rotation.allCases.map { ExifOrientation($0).rawValue }
    #expect(all == [1, 6, 3, 8])
  }
}

/// Reads what the writer writes, strictly: order of tags, bounds, types.
struct TIFFReader {
  enum Value: Equatable {
    case text(String)
    case number(Int)
    case bytes([UInt8])

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
  }

  struct Fault: Error { let what: String }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    guard bytes.starts(with: [0x49, 0x49, 42, 0]) else { throw Fault(what: "header") }
  }

  func tags() throws -> [UInt16: Value] {
    let main = try directory(at: try number(4, 4))
    guard case .number(let offset)? = main[0x8769] else { throw Fault(what: "no EXIF directory") }
    return main.merging(try directory(at: offset)) { first, _ in first }
  }

  private func directory(at offset: Int) throws -> [UInt16: Value] {
    var result: [UInt16: Value] = [:]
    var last: UInt16 = 0
    let count = try number(offset, 2)
    for index in 0..<count {
      let entry = offset + 2 + 12 * index
      let tag = UInt16(try number(entry, 2))
      guard tag > last else { throw Fault(what: "order of \(tag)") }
      last = tag
      result[tag] = try value(at: entry)
    }
    guard try number(offset + 2 + 12 * count, 4) == 0 else { throw Fault(what: "a next one") }
    return result
  }

  private func value(at entry: Int) throws -> Value {
    let (type, count) = (try number(entry + 2, 2), try number(entry + 4, 4))
    let sizes = [2: 1, 3: 2, 4: 4, 5: 8, 7: 1]
    guard let size = sizes[type] else { throw Fault(what: "type \(type)") }
    let start = size * count <= 4 ? entry + 8 : try number(entry + 8, 4)
    guard start % 2 == 0, start + size * count <= bytes.count else { throw Fault(what: "place") }
    switch type {
    case 2:
      guard bytes[start + count - 1] == 0 else { throw Fault(what: "end mark") }
      return .text(String(decoding: bytes[start..<start + count - 1], as: UTF8.self))
    case 3, 4: return .number(try number(start, size))
    default: return .bytes(Array(bytes[start..<start + size * count]))
    }
  }

  private func number(_ offset: Int, _ size: Int) throws -> Int {
    guard offset >= 0, offset + size <= bytes.count else { throw Fault(what: "bounds") }
    return (0..<size).reduce(0) { $0 + Int(bytes[offset + $1]) << (8 * $1) }
  }
}
