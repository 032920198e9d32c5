import CaptureVirtual
import Foundation
import MediaTypes
import RecordCore
import Testing

@testable import Commands

@Suite("Pictures")
struct PictureTests {
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) throws
    -> RGBImage
  {
    let bytes = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
    return try #require(RGBImage(size: PixelSize(width: width, height: height), bytes: bytes))
  }

  private func pixel(_ image: RGBImage, _ x: Int, _ y: Int) -> [UInt8] {
    let index = (y * image.size.width + x) * 3
    return Array(image.bytes[index..<index + 3])
  }

  @Test("Scaling down takes the mean of what is covered")
  func mean() throws {
    let image = try picture(4, 2) { x, y in [UInt8(x * 10), UInt8(y * 100), 7] }
    let half = try #require(BoxFilter.scale(image, to: PixelSize(width: 2, height: 1)))
    #expect(half.bytes == [5, 50, 7, 25, 50, 7])
    let third = try #require(BoxFilter.scale(image, to: PixelSize(width: 3, height: 2)))
    // The first of three covers one pixel and a third of the next: (0 + 10/3) / (4/3).
    #expect(third.bytes[0] == 3)
  }

  @Test("Scaling keeps one colour, and the same size changes nothing")
  func identity() throws {
    let image = try picture(7, 5) { x, y in [UInt8(x), UInt8(y), 255] }
    #expect(BoxFilter.scale(image, to: image.size)?.bytes == image.bytes)
    let plain = try picture(7, 5) { _, _ in [1, 128, 255] }
    let small = try #require(BoxFilter.scale(plain, to: PixelSize(width: 3, height: 4)))
    #expect(small.bytes == Array(repeatElement([1, 128, 255], count: 12).joined()))
  }

  @Test("A size is fitted with its shape, never made larger, never empty")
  func fit() {
    let edges = PixelSize(width: 320, height: 180)
    #expect(BoxFilter.fit(PixelSize(width: 1280, height: 720), within: edges) == edges)
    #expect(
      BoxFilter.fit(PixelSize(width: 100, height: 50), within: edges)
        == PixelSize(width: 100, height: 50))
    #expect(
      BoxFilter.fit(PixelSize(width: 9000, height: 1), within: edges)
        == PixelSize(width: 320, height: 1))
  }

  @Test("A label is drawn where it lies on the canvas, and nowhere else")
  func lettering() {
    let label = Lettering("8 s", capHeight: 20)
    var canvas = Canvas(size: PixelSize(width: 60, height: 30), color: .grey(9))
    canvas.draw(label, x: -90, y: 90, color: .grey(255))
    #expect(canvas.bytes.allSatisfy { $0 == 9 })
    canvas.draw(label, x: 2, y: 2, color: .grey(255))
    #expect(canvas.bytes.contains(255))
    canvas.draw(label, x: 50, y: 20, color: .grey(255))
  }

  @Test("A sheet has its pictures in rows, whole and in order, and a label below each")
  func sheet() throws {
    var sheet = ContactSheet(pictureSize: PixelSize(width: 640, height: 360), capacity: 6)
    for index in 0..<8 {
      sheet.add(try picture(640, 360) { _, _ in [UInt8(index * 20 + 40), 0, 0] }, label: "0.0 s")
    }
    let image = try #require(sheet.image())
    // Four columns of 320 and two rows of 180; the seventh and eighth had no room.
    #expect(image.size == PixelSize(width: 16 + 4 * 336, height: 16 + 2 * 214))
    for index in 0..<6 {
      let (x, y) = (16 + index % 4 * 336, 16 + index / 4 * 214)
      #expect(pixel(image, x, y) == [UInt8(index * 20 + 40), 0, 0])
      #expect(pixel(image, x + 319, y + 179) == [UInt8(index * 20 + 40), 0, 0])
      let label = (0..<24).flatMap { row in
        (0..<60).map { pixel(image, x + $0, y + 182 + row)[0] }
      }
      #expect((label.max() ?? 0) > 150)
    }
  }

  @Test("An empty sheet is none, and tall pictures stand six in a row")
  func shapes() throws {
    #expect(ContactSheet(pictureSize: PixelSize(width: 8, height: 8), capacity: 2).image() == nil)
    let tall = ContactSheet(pictureSize: PixelSize(width: 720, height: 1280), capacity: 2)
    #expect(tall.cellSize == PixelSize(width: 208, height: 370))
  }
}

@Suite("The folder for results")
final class OutputFolderTests {
  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("viewfinder-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  @Test("It is made with all above it, and an empty one is taken")
  func made() throws {
    let folder = try OutputFolder("\(root)/a/b/c/")
    let file = try folder.write([1, 2, 3], to: "x.png")
    #expect(FileManager.default.contents(atPath: file) == Data([1, 2, 3]))
    try FileManager.default.createDirectory(
      atPath: "\(root)/empty", withIntermediateDirectories: false)
    _ = try OutputFolder("\(root)/empty")
    _ = try OutputFolder("\(root)/new/../other")
  }

  @Test("What is there already is never written over")
  func occupied() throws {
    let folder = try OutputFolder("\(root)/once")
    _ = try folder.write([1], to: "x.png")
    #expect(throws: CommandError.self) { try folder.write([2], to: "x.png") }
    let error = #expect(throws: CommandError.self) { try OutputFolder("\(root)/once") }
    #expect(error?.message.contains("something in it") == true)
    #expect(error?.status == .failed)
  }

  @Test("A place that cannot be written says why", arguments: ["/proc/x", "FILE", "FILE/x", ""])
  func unwritable(place: String) throws {
    let file = "\(root)/file"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    let path = place.replacingOccurrences(of: "FILE", with: file)
    let error = #expect(throws: CommandError.self) { try OutputFolder(path) }
    #expect(error?.status == .failed)
    #expect(error?.message.contains("cannot be written:") == true, "\(error?.message ?? "")")
  }
}
