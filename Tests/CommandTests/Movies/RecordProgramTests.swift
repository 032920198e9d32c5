import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import Commands

@Suite("viewfinder record", .serialized, .requires(.ffmpeg), .timeLimit(.minutes(5)))
struct RecordProgramTests {
  let viewfinder: Viewfinder

  init() throws { viewfinder = try Viewfinder() }

  /// Words that make a small movie of virtual cameras.
  static let small = ["--virtual", "flash", "--size", "640x360"]

  private func record(_ words: String...) async throws -> Viewfinder.Ending {
    try await viewfinder.run(["record"] + words + Self.small)
  }

  private func movie(_ name: String) async throws -> MovieFile {
    try await MovieFile(viewfinder.folder.file(name))
  }

  private var files: [String] {
    viewfinder.folder.names.filter { $0 != "out" && $0 != "err" }
  }

  /// Starts a recording, and waits until a few fragments of it are on the disk: in the first is one picture.
  private func start(_ words: String...) async throws -> ChildProcess {
    let child = try viewfinder.start(["record", "a.mp4"] + words + Self.small)
    _ = try await poll("three fragments") { [viewfinder] in
      guard child.isRunning else { throw TestSupportError(viewfinder.text("err")) }
      let bytes = (try? viewfinder.data("a.mp4.part")) ?? Data()
      return Self.fragmentCount(bytes) >= 3 ? true : nil
    }
    return child
  }

  /// Fragments of which the head is there (`moof`).
  private static func fragmentCount(_ bytes: Data) -> Int {
    bytes.ranges(of: Data("moof".utf8)).count
  }

  @Test("Three seconds with a flip: one video, one sound, the report says it all")
  func flip() async throws {
    let ending = try await record("a.mp4", "--duration", "3s", "--flip-at", "1s", "--json")
    #expect(ending.status == 0, "\(ending.errors)")
    let movie = try await movie("a.mp4")
    #expect(movie.streams.map(\.kind).sorted() == ["audio", "video"])
    #expect(movie.streams.first { $0.kind == "video" }?.size == PixelSize(width: 640, height: 360))
    let times = try await movie.pictureTimes()
    #expect(times.count > 20 && times.count <= 92, "\(times.count)")
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    // A busy machine leaves pictures out; those that are there have their place all the same.
    #expect(steps.allSatisfy { abs($0 * 30 - ($0 * 30).rounded()) < 0.015 })
    #expect(abs(movie.duration - 3) <= 0.04)
    #expect(files == ["a.mp4"])
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    #expect(
      Set(root.keys) == [
        "file", "bytes", "duration", "encoder", "flips", "frames", "gaps", "interruptions",
        "overloads", "pauses", "quality", "sound", "problem", "note",
      ])
    #expect(root["file"] as? String == "a.mp4" && root["flips"] as? Int == 1)
    #expect(root["duration"] as? Double == 3)
    #expect(root["bytes"] as? Int == viewfinder.folder.byteCount(of: "a.mp4"))
    #expect((root["frames"] as? [String: Any])?["written"] as? Int == times.count)
  }

  @Test(
    "The name decides the kind of file", arguments: [("a.mkv", "matroska"), ("a.webm", "webm")])
  func kinds(name: String, format: String) async throws {
    let ending = try await record(name, "--duration", "1s")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try await movie(name).duration > 0.9)
    let probe = try await viewfinder.run(
      shell: "ffprobe -v error -show_entries format=format_name -of csv=p=0 \(name)")
    #expect(probe.output.contains(format))
  }

  @Test("No microphone is no sound", arguments: ["none"])
  func silent(microphone: String) async throws {
    let ending = try await record("a.mp4", "--duration", "500ms", "--microphone", microphone)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try await movie("a.mp4").streams.map(\.kind) == ["video"])
  }

  @Test(
    "The shortest movies: 0.1 s is three pictures, less is one",
    arguments: [("100ms", 3), ("1ms", 1)])
  func short(duration: String, count: Int) async throws {
    let ending = try await record("a.mp4", "--duration", duration)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try await movie("a.mp4").pictureTimes().count <= count)
    #expect(abs(try await movie("a.mp4").duration - Double(count) / 30) < 0.04)
  }

  @Test(
    "Ctrl-C, Ctrl-\\, TERM and a closed terminal finish the file first, status 130",
    arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) async throws {
    let child = try await start()
    child.send(signal)
    #expect(try await child.exitStatus() == 130)
    #expect(files == ["a.mp4"])
    #expect(try await movie("a.mp4").pictureTimes().count > 1)
    #expect(viewfinder.text("out").contains("a.mp4"))
  }

  @Test("A second Ctrl-C ends it at once, and what is there plays")
  func secondInterrupt() async throws {
    let child = try await start()
    child.send(SIGINT)
    child.send(SIGTERM)
    #expect(try await child.exitStatus() == 130)
    let name = try #require(files.first { $0.hasPrefix("a.mp4") && !$0.hasSuffix(".fin") })
    #expect(try await movie(name).pictureTimes().count > 1)
  }

  @Test("Without a name it goes to the folder of movies, and what a crash left is offered there")
  func dated() async throws {
    let home = viewfinder.folder.path
    let line = """
      HOME='\(home)' XDG_CONFIG_HOME='\(home)/none' "$0" record --duration 500ms \
      \(Self.small.joined(separator: " "))
      """
    let first = try await viewfinder.run(shell: line)
    #expect(first.status == 0, "\(first.errors)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: home + "/Videos").first)
    #expect(name.hasPrefix("viewfinder-2") && name.hasSuffix(".mp4"))
    let killed = try await start()
    await killed.kill()
    _ = try await viewfinder.run(shell: "mv a.mp4.part Videos/b.mp4.part")
    let second = try await viewfinder.run(shell: line)
    #expect(second.status == 0)
    #expect(second.errors.contains("viewfinder repair"), "\(second.errors)")
    let repair = try await viewfinder.run("repair", "Videos/b.mp4.part")
    #expect(repair.status == 0 && repair.output.contains("Videos/b.mp4"), "\(repair.errors)")
    #expect(try await movie("Videos/b.mp4").pictureTimes().count > 1)
  }

  @Test("A terminal sees how it goes")
  func terminal() async throws {
    let words = (["record", "a.mp4", "--duration", "1500ms"] + Self.small).joined(separator: " ")
    let ending = try await viewfinder.run(shell: "script -qec \"'$0' \(words)\" /dev/null")
    #expect(ending.status == 0, "\(ending.output)")
    #expect(ending.output.contains("dropped") && ending.output.contains("pictures/s"))
    #expect(ending.output.contains("0:01"))
  }

  @Test("A file of that name is kept, unless it is to be replaced")
  func exists() async throws {
    try viewfinder.folder.write("mine", to: "a.mp4")
    let refused = try await record("a.mp4", "--duration", "500ms")
    #expect(refused.status == 1 && refused.errors.contains("--overwrite"))
    #expect(viewfinder.text("a.mp4") == "mine")
    let replaced = try await record("a.mp4", "--duration", "500ms", "--overwrite")
    #expect(replaced.status == 0, "\(replaced.errors)")
    #expect(try await movie("a.mp4").duration > 0.4)
    #expect(files == ["a.mp4"])
  }

  @Test(
    "What cannot be done is said in one line, with its status, and leaves nothing behind",
    arguments: [
      ("a.avi", "", Int32(2)), ("a.mp4", "--size 641x360", 2), ("a.mp4", "--rate 1000", 2),
      ("a.mp4", "--duration 0", 2), ("a.mp4", "--flip-at 9s", 2),
    ])
  func bad(file: String, words: String, status: Int32) async throws {
    let ending = try await viewfinder.run(
      shell: "\"$0\" record '\(file)' --duration 1s --backend virtual \(words)")
    #expect(ending.status == status, "\(ending.errors)")
    #expect(ending.errors.hasPrefix("viewfinder: "))
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    #expect(files.isEmpty)
  }

  @Test("Without the right to write nothing is recorded, status 4")
  func forbidden() async throws {
    // Nothing is forbidden to root.
    let user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let ending = try await viewfinder.run(
      shell: """
        mkdir -m 500 closed; chmod 711 .; HOME=/ \(user) "$0" record "$PWD/closed/a.mp4" \
        --duration 1s --backend virtual
        """)
    #expect(ending.status == 4, "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: viewfinder.folder.file("closed/a.mp4")))
  }

  @Test("What is no recording is left as it is by repair, status 1")
  func badRepairs() async throws {
    try viewfinder.folder.write("no movie", to: "text.mp4.part")
    try viewfinder.folder.write("", to: "empty.mp4.part")
    #expect(try await record("whole.mp4", "--duration", "500ms").status == 0)
    let whole = try viewfinder.bytes("whole.mp4")
    for name in ["text.mp4.part", "empty.mp4.part", "nothing.mp4.part", "whole.mp4"] {
      let ending = try await viewfinder.run("repair", name)
      #expect(ending.status == 1, "\(name)")
      #expect(ending.errors.contains(name), "\(ending.errors)")
    }
    #expect(viewfinder.text("text.mp4.part") == "no movie")
    #expect(try viewfinder.bytes("whole.mp4") == whole)
  }
}
