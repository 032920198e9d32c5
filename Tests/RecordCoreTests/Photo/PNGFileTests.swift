import Testing

@testable import RecordCore

@Suite("EXIF in PNG files")
struct PNGFileTests {
  /// A header of 1 × 1, and the end.
  private let file: [UInt8] =
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde]
    + [0, 0, 0, 0] + Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]

  @Test("It stands behind the header, with its length and sum; all else stays")
  func place() throws {
    let result = try #require(PNGFile.adding(exif: [1, 2, 3], to: file))
    let chunk = [0, 0, 0, 3] + Array("eXIf".utf8) + [1, 2, 3]
    #expect(Array(result[..<33]) == Array(file[..<33]))
    #expect(Array(result[33..<44]) == chunk && result.count == file.count + 15)
    #expect(Array(result[48...]) == Array(file[33...]))
  }

  @Test("The sum is that of the specification: of the chunk that all files end with")
  func sum() {
    #expect(CyclicRedundancyCheck.sum(Array("IEND".utf8)) == 0xae42_6082)
  }

  @Test("What is no PNG file is none, however short")
  func others() {
    for length in 0..<33 { #expect(PNGFile.adding(exif: [1], to: Array(file[..<length])) == nil) }
    var other = file
    other[12] = 0x4a
    #expect(PNGFile.adding(exif: [1], to: other) == nil)
  }
}
