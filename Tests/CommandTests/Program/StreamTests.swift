import CaptureVirtual
import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite("Movies and network cameras on the command line", .requires(.ffmpeg), .serialized)
struct StreamCommandTests {
  let viewfinder: Viewfinder

  init() throws {
    viewfinder = try Viewfinder()
  }

  /// A film of two seconds from the virtual front camera, with codes in its pictures.
  private func makeFilm(_ name: String, _ options: String) async throws {
    let ending = try await viewfinder.run(
      shell: """
        "$0" frames --backend virtual --camera front --count 30 --rate 15 --size 320x240 2>/dev/null |
        ffmpeg -v error -i - \(options) \(name)
        """)
    #expect(ending.status == 0, "\(ending.errors)")
  }

  @Test("The pictures of a film come through, in order, and its end is said")
  func frames() async throws {
    try await makeFilm("clip.mkv", "-c:v libx264 -preset ultrafast -qp 10")
    let ending = try await viewfinder.run(
      "frames", "--camera", "file:clip.mkv", "--count", "12")
    #expect(ending.status == 0, "\(ending.errors)")
    let readings = try Y4MFilm(viewfinder.bytes("out")).readings()
    #expect(readings.allSatisfy { $0.code.isFrom(VirtualCamera.front.id) && !$0.isMirrored })
    let sequences = readings.map(\.code.sequence)
    #expect(sequences.count == 12)
    #expect(sequences == sequences.sorted() && Set(sequences).count == 12)
    let whole = try await viewfinder.run(shell: #""$0" frames --camera file:clip.mkv >/dev/null"#)
    #expect(whole.status == 0)
    #expect(whole.errors.contains("has come to its end"), "\(whole.errors)")
  }

  @Test("A loop goes on, and needs a movie")
  func loop() async throws {
    try await makeFilm("clip.mkv", "-c:v libx264 -preset ultrafast -t 0.4")
    let ending = try await viewfinder.run(
      shell: #""$0" frames --camera file:clip.mkv --loop --count 20 | wc -c"#)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("20 pictures"), "\(ending.errors)")
    let refused = try await viewfinder.run("frames", "--camera", "front", "--loop")
    #expect(refused.status == 2 && refused.errors.contains("--loop"))
  }

  @Test("A photo of an MJPEG film is one of its own pictures, with EXIF put in and nothing else")
  func untouched() async throws {
    try await makeFilm("clip.avi", "-c:v mjpeg -q:v 3 -pix_fmt yuvj422p")
    let ending = try await viewfinder.run(
      shell: """
        "$0" photo a.jpg --camera file:clip.avi --json &&
        ffmpeg -v error -i clip.avi -c copy -f image2 frame%d.jpg
        """)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("\"untouched\":true"), "\(ending.output)")
    let photo = try viewfinder.bytes("a.jpg")
    let frames = (1...30).compactMap { try? viewfinder.bytes("frame\($0).jpg") }
    #expect(frames.count == 30)
    let stripped = try #require(Self.withoutExif(photo))
    #expect(frames.contains(stripped))
  }

  /// The file without its one EXIF segment.
  private static func withoutExif(_ file: [UInt8]) -> [UInt8]? {
    var index = 2
    while index + 4 < file.count, file[index] == 0xff, file[index + 1] != 0xda {
      let end = index + 2 + Int(file[index + 2]) << 8 + Int(file[index + 3])
      if file[index + 1] == 0xe1 { return Array(file[..<index] + file[end...]) }
      index = end
    }
    return nil
  }

  @Test("A password in an address is nowhere in what is printed")
  func secrets() async throws {
    for words in [
      ["frames", "--count", "1"], ["photo", "a.jpg"],
      ["preview", "--headless", "--output", "d", "--duration", "1s"],
    ] {
      let child = try viewfinder.start(
        words + ["--camera", "rtsp://me:s3cret@127.0.0.1:1/live?token=s3cret"])
      #expect(try await child.exitStatus(limit: .seconds(60)) == 3)
      let text = viewfinder.text("out") + viewfinder.text("err")
      #expect(text.contains("rtsp://***@127.0.0.1:1/live?token=***"), "\(text)")
      #expect(!text.contains("s3cret"))
    }
  }

  @Test("A preview turns from a film to a virtual camera")
  func preview() async throws {
    try await makeFilm("clip.mkv", "-c:v libx264 -preset ultrafast")
    let ending = try await viewfinder.run(
      "preview", "--headless", "--backend", "virtual", "--camera", "file:clip.mkv", "--loop",
      "--flip-at", "1s", "--duration", "12s", "--size", "160x120", "--rate", "2", "--output", "d",
      "--renderer", "software")
    #expect(ending.status == 0, "\(ending.errors)\(ending.output)")
  }
}
