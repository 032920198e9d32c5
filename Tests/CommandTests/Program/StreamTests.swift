import CaptureVirtual
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Commands

@Suite("Movies and network cameras on the command line", .requires(.ffmpeg), .serialized)
struct StreamCommandTests {
  let viewfinder: Viewfinder

  init() throws {
    viewfinder = try Viewfinder()
  }

  /// A film of one second from the virtual front camera, with codes in its pictures.
  private func makeFilm(_ name: String, _ options: String) async throws {
    let ending = try await viewfinder.run(
      shell: """
        "$0" frames --backend virtual --camera front --count 30 --rate 30 --size 320x240 2>/dev/null |
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
      "--flip-at", "1s", "--duration", "4s", "--size", "160x120", "--rate", "2", "--output", "d",
      "--renderer", "software")
    #expect(ending.status == 0, "\(ending.errors)\(ending.output)")
  }

  /// What a recording's report says.
  private func report(_ ending: Viewfinder.Ending) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any],
      "\(ending.errors)")
  }

  private static let small = [
    "--microphone", "none", "--size", "320x240", "--json",
  ]

  @Test("A recording ends well with its film, and goes on with one that loops")
  func recordToTheEnd() async throws {
    let made = try await viewfinder.run(
      shell: "ffmpeg -v error -f lavfi -i testsrc2=size=320x240:rate=30:duration=1 clip.mkv")
    #expect(made.status == 0, "\(made.errors)")
    // No microphone is waited for, and the flip is one that the end prevents.
    let ending = try await viewfinder.run(
      "record", "a.mp4", "--camera", "file:clip.mkv", "--duration", "1m", "--flip-at", "50s",
      "--size", "320x240", "--json")
    #expect(ending.status == 1 && ending.errors.contains("has come to its end"), "\(ending.errors)")
    #expect(ending.errors.contains("Flip at 50.00 s: not possible. The recording ended before."))
    #expect(try report(ending)["problem"] is NSNull)
    let movie = try await MovieFile(viewfinder.folder.file("a.mp4"))
    #expect(movie.streams.map(\.kind) == ["video"])
    #expect(movie.duration > 0.95 && movie.duration < 1.6, "\(movie.duration)")
    let looped = try await viewfinder.run(
      ["record", "b.mp4", "--camera", "file:clip.mkv", "--loop", "--duration", "2s"] + Self.small)
    #expect(looped.status == 0, "\(looped.errors)")
    let second = try await MovieFile(viewfinder.folder.file("b.mp4"))
    #expect(abs(second.duration - 2) < 0.04, "\(second.duration)")
  }

  @Test("The H.264 of a film is kept untouched", arguments: ["mp4", "mkv"])
  func passThrough(ending: String) async throws {
    // One slice a picture, so that a unit is a packet.
    try await makeFilm(
      "clip.\(ending)", "-c:v libx264 -preset ultrafast -tune zerolatency -threads 1 -g 10 -bf 0")
    let run = try await viewfinder.run(
      [
        "record", "a.\(ending)", "--camera", "file:clip.\(ending)", "--loop", "--pass-through",
        "--duration", "2s",
      ] + Self.small)
    let frames = try #require(try report(run)["frames"] as? [String: Any])
    let passed = try #require(frames["passedThrough"] as? Int)
    #expect(passed > 10, "\(frames)")
    let line = "ffprobe -v error -select_streams v -show_packets -show_data_hash crc32 -of csv"
    let hashes = try await viewfinder.run(
      shell: "for f in clip a; do \(line) $f.\(ending) | grep -o 'CRC32.*' > $f.txt; done")
    #expect(hashes.status == 0, "\(hashes.errors)")
    let (source, made) = (viewfinder.text("clip.txt"), viewfinder.text("a.txt"))
    let known = Set(source.split(separator: "\n"))
    let untouched = made.split(separator: "\n").filter { known.contains($0) }
    #expect(known.count == 30 && untouched.count >= passed, "\(untouched.count) of \(passed)")
  }

  @Test(
    "A server that is killed while a movie is made: it goes on when the server is back",
    .requires(.rtspServer))
  func killedServer() async throws {
    let server = try await RTSPServer()
    let child = try viewfinder.start(
      ["record", "a.mp4", "--camera", "rtsp://127.0.0.1:\(server.port)/test"] + Self.small)
    _ = try await poll("the first fragment") { [folder = viewfinder.folder] in
      folder.byteCount(of: "a.mp4.part") > 20_000 ? true : nil
    }
    try await server.waitForClient()
    await server.kill()
    _ = try await poll("the interruption", limit: .seconds(60)) { [viewfinder] in
      viewfinder.text("err").contains("rtsp://")
        ? true : nil
    }
    let again = try await RTSPServer(port: server.port)
    try await again.waitForClient(limit: .seconds(60))
    _ = try await poll("more of the movie") { [viewfinder] in
      viewfinder.text("err").contains("back") ? true : nil
    }
    child.send(SIGINT)
    let status = try await child.exitStatus(limit: .seconds(30))
    let ending = viewfinder.ending(status: status)
    #expect(status == 130, "\(ending.errors)")
    let report = try report(ending)
    let losses = try #require(report["interruptions"] as? [[String: Any]])
    #expect(losses.count == 1 && losses[0]["kind"] as? String == "camera", "\(losses)")
    #expect(losses[0]["back"] is Double, "\(losses)")
    #expect((losses[0]["message"] as? String)?.contains("rtsp://127.0.0.1") == true)
    #expect(try await MovieFile(viewfinder.folder.file("a.mp4")).duration > 0.3)
    await again.kill()
  }

  @Test("A web server: a password, nothing there, and one that hangs up in the middle of a movie")
  func webServer() async throws {
    let made = try await viewfinder.run(
      shell: "ffmpeg -v error -f lavfi -i testsrc2=size=320x240:rate=25:duration=1 -f mjpeg a.mjpeg"
    )
    #expect(made.status == 0, "\(made.errors)")
    let server = try await HTTPCamera(viewfinder.folder.file("a.mjpeg"))
    for (path, status) in [("secret", Int32(4)), ("elsewhere", 3)] {
      let address = "http://127.0.0.1:\(server.port)/\(path)"
      let ending = try await viewfinder.run(["record", "a.mp4", "--camera", address] + Self.small)
      #expect(ending.status == status, "\(ending.errors)")
      #expect(!FileManager.default.fileExists(atPath: viewfinder.folder.file("a.mp4")))
    }
    let ending = try await viewfinder.run(
      ["record", "a.mp4", "--camera", "http://127.0.0.1:\(server.port)/short", "--duration", "3s"]
        + Self.small)
    #expect(ending.status == 0, "\(ending.errors)")
    let gaps = try #require(try report(ending)["gaps"] as? [[String: Any]])
    #expect(!gaps.isEmpty)
    #expect(abs(try await MovieFile(viewfinder.folder.file("a.mp4")).duration - 3) < 0.2)
    await server.kill()
  }
}
