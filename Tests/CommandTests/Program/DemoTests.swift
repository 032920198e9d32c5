import CaptureVirtual
import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import Commands

@Suite("viewfinder demo", .serialized)
struct DemoTests {
  let viewfinder: Viewfinder

  init() throws {
    viewfinder = try Viewfinder()
  }

  private static let size = PixelSize(width: 1280, height: 720)
  private static let small = PixelSize(width: 64, height: 36)

  /// Decodes a PNG file with FFmpeg and reads the code of its camera.
  private func code(_ file: String) async throws -> FrameCode.Reading {
    let ending = try await viewfinder.run(
      shell: "ffmpeg -v error -y -i '\(file)' -f rawvideo -pix_fmt rgb24 pixels")
    #expect(ending.status == 0, "\(ending.errors)")
    let bytes = try viewfinder.bytes("pixels")
    #expect(bytes.count == Self.size.area * 3)
    return try #require(FrameCode.read(rgb: bytes, size: Self.size))
  }

  /// All numbered pictures, small and grey.
  private func thumbnails(_ pattern: String) async throws -> [ArraySlice<UInt8>] {
    let ending = try await viewfinder.run(
      shell: "ffmpeg -v error -y -i '\(pattern)' -vf scale=64:36 -f rawvideo -pix_fmt gray small")
    #expect(ending.status == 0, "\(ending.errors)")
    let bytes = try viewfinder.bytes("small")
    return stride(from: 0, to: bytes.count, by: Self.small.area).map {
      bytes[$0..<min($0 + Self.small.area, bytes.count)]
    }
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: viewfinder.folder.file(folder)).sorted()
  }

  @Test(
    "Two runs: the same pictures and a movie of the flip, each in a folder of its own",
    .requires(.ffmpeg))
  func runs() async throws {
    for folder in ["viewfinder-demo", "viewfinder-demo-2"] {
      let ending = try await viewfinder.run("demo")
      #expect(ending.status == 0, "\(ending.errors)")
      for file in ["contact-sheet.png", "movie.mp4"] {
        #expect(ending.output.contains("\(folder)/\(file)"), "\(ending.output)")
      }
    }
    try await expectPictures()
    try expectRepetition()
    let movie = try await RecordedMovie(viewfinder.folder.file("viewfinder-demo/movie.mp4"))
    try await movie.expectShape(seconds: 4)
    movie.expectSync(seconds: 4)
    movie.expectOrder(flips: [2], gap: 0.5)
  }

  /// The back camera, the turn, and the front camera mirrored.
  private func expectPictures() async throws {
    let pictures = try files("viewfinder-demo").filter { $0.hasPrefix("flip-") }
    #expect(pictures.count >= 12)
    let thumbnails = try await thumbnails("viewfinder-demo/flip-%02d.png")
    #expect(thumbnails.count == pictures.count)
    for (name, thumbnail) in zip(pictures, thumbnails) {
      // Seen from the edge the picture is narrow, and never gone.
      let bright = thumbnail.count { $0 > 40 }
      #expect(bright * 50 > thumbnail.count, "\(name) is black")
    }
    let first = try await code("viewfinder-demo/\(try #require(pictures.first))")
    #expect(first.code.isFrom(VirtualCamera.back.id) && !first.isMirrored)
    let last = try await code("viewfinder-demo/\(try #require(pictures.last))")
    #expect(last.code.isFrom(VirtualCamera.front.id) && last.isMirrored)
    let sheet = try await viewfinder.run(
      shell: "ffprobe -v error -of csv -show_entries stream=width viewfinder-demo/contact-sheet.png"
    )
    #expect(sheet.output.contains("1360"))
  }

  private func expectRepetition() throws {
    let names = try files("viewfinder-demo")
    #expect(try files("viewfinder-demo-2") == names)
    // A movie has the date in it.
    for name in names where name.hasSuffix(".png") {
      let isSame =
        try viewfinder.bytes("viewfinder-demo/\(name)")
        == viewfinder.bytes("viewfinder-demo-2/\(name)")
      #expect(isSame, "\(name)")
    }
  }

  @Test("A folder that cannot be written, or has something in it, is status 1 and stays as it is")
  func badFolders() async throws {
    try viewfinder.folder.write("mine", to: "full/file.txt")
    let full = try await viewfinder.run("demo", "--output", "full")
    #expect(full.status == 1)
    #expect(full.errors.contains("'full'"))
    #expect(try files("full") == ["file.txt"])
    let system = try await viewfinder.run("demo", "--output", "/proc/demo")
    #expect(system.status == 1)
    #expect(system.errors.contains("'/proc/demo' cannot be written"))
    let file = try await viewfinder.run("demo", "--output", "full/file.txt")
    #expect(file.status == 1)
  }
}

@Suite("viewfinder preview", .serialized)
struct PreviewTests {
  let viewfinder: Viewfinder

  init() throws {
    viewfinder = try Viewfinder()
  }

  private func preview(_ words: String) async throws -> Viewfinder.Ending {
    try await viewfinder.run(
      shell: "\"$0\" preview --headless --output film --size 320x180 --rate 10 \(words)")
  }

  @Test("It draws every moment of virtual cameras, however slow the machine")
  func everyMoment() async throws {
    let ending = try await preview("--backend virtual --duration 2s --flip-at 500ms")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("20 pictures of 320x180"))
    #expect(ending.output.contains("Flip at 0.50 s: virtual-back to virtual-front"))
    let files = try FileManager.default.contentsOfDirectory(atPath: viewfinder.folder.file("film"))
    #expect(files.count == 21)
  }

  @Test("One picture is one picture")
  func one() async throws {
    let ending = try await preview("--backend virtual --duration 100ms")
    #expect(ending.output.hasPrefix("1 picture of 320x180"), "\(ending.output)")
  }

  @Test("A camera that never starts: the picture turns back, with the reason")
  func neverStarts() async throws {
    let ending = try await preview("--virtual front.nostart --flip-at 500ms --duration 8s")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("turned back"), "\(ending.output)")
  }

  @Test("With one camera that cannot start at all nothing is drawn, and the status says why")
  func denied() async throws {
    let ending = try await preview("--virtual denied")
    #expect(ending.status == 4, "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: viewfinder.folder.file("film")))
  }

  @Test("An unknown camera is status 3, and those that are there are named")
  func unknown() async throws {
    let ending = try await preview("--backend virtual --camera nobody")
    #expect(ending.status == 3)
    #expect(ending.errors.contains("virtual-front"), "\(ending.errors)")
  }
}
