import CaptureVirtual
import MediaTypes
import Testing

/// A y4m stream in 4:2:0, read back.
struct Y4MFilm {
  let size: PixelSize
  private let bytes: [UInt8]
  private let start: Int

  init(_ bytes: [UInt8]) throws {
    let end = try #require(bytes.firstIndex(of: 10), "no header")
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    func number(_ tag: String) -> Int? {
      words.first { $0.hasPrefix(tag) }.flatMap { Int($0.dropFirst()) }
    }
    size = PixelSize(width: try #require(number("W")), height: try #require(number("H")))
    start = end + 1
    self.bytes = bytes
    try #require((bytes.count - start) % frameLength == 0, "an unfinished picture")
  }

  private static let marker = Array("FRAME\n".utf8)
  private var frameLength: Int { Self.marker.count + size.area * 3 / 2 }

  /// The codes of all pictures.
  func readings() throws -> [FrameCode.Reading] {
    try stride(from: start, to: bytes.count, by: frameLength).map { offset in
      #expect(bytes[offset...].starts(with: Self.marker))
      let luma = Array(bytes[(offset + Self.marker.count)...].prefix(size.area))
      return try #require(FrameCode.read(luma: luma, size: size), "no code in a picture")
    }
  }
}
