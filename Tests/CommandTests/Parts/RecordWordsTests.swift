import CaptureCore
import Foundation
import MediaTypes
import RecordCore
import TestSupport
import Testing

@testable import Commands

@Suite("The words of record and repair")
struct RecordWordsTests {
  private func record(_ words: String...) throws -> RecordRequest {
    guard case .record(let request) = try Invocation(["record"] + words) else {
      throw CommandError(.failed, "not a record")
    }
    return request
  }

  @Test("Without words: any camera, any microphone, 1280x720 at 30 in MP4, no end, no name")
  func usual() throws {
    let request = try record()
    #expect(request.file == nil && request.duration == nil && request.flips.isEmpty)
    #expect(request.camera == .automatic && request.microphone == .automatic)
    #expect(request.settings == MovieSettings() && request.fileExtension == ".mp4")
    #expect(!request.recordsFlips && !request.overwrites && !request.asJSON)
  }

  @Test("Every word arrives")
  func all() throws {
    let request = try record(
      "a.mkv", "--camera", "front", "--microphone", "none", "--duration", "10s", "--flip-at",
      "6s,3s", "--size", "640x480", "--rate", "25", "--gravity", "fit", "--mirror",
      "--record-flip", "--codec", "h264", "--pass-through", "--overwrite", "--json")
    #expect(request.file == "a.mkv" && request.camera == .position(.front))
    #expect(request.microphone == .none && request.settings.sound == nil)
    #expect(request.duration == .seconds(10) && request.flips == [.seconds(3), .seconds(6)])
    let canvas = MovieCanvas(
      size: PixelSize(width: 640, height: 480), rate: try #require(FrameRate(25, per: 1)),
      gravity: .fit, isMirrored: true)
    #expect(request.settings.canvas == canvas && request.settings.container == .matroska)
    #expect(request.settings.video == .h264 && request.settings.passesThrough)
    #expect(request.recordsFlips && request.overwrites && request.asJSON)
    #expect(try record("--microphone", "desk").microphone == .id(MicrophoneID("desk")))
  }

  @Test("Each codec has its word")
  func codecs() throws {
    #expect(try record("a.mp4", "--codec", "hevc").settings.video == .hevc)
    #expect(try record("a.mkv", "--codec", "vp9").settings.video == .vp9)
  }

  @Test(
    "A length may have hours and minutes, or be as a clock shows it",
    arguments: [
      ("90", 90.0), ("1.5s", 1.5), ("700ms", 0.7), ("2m", 120), ("1m30s", 90), ("1:30", 90),
      ("1:02:03", 3723), ("1h", 3600), ("1h1m1s1ms", 3661.001), ("0:01.5", 1.5),
    ])
  func lengths(word: String, seconds: Double) throws {
    #expect(try record("--duration", word).duration == MediaTime(seconds: seconds))
  }

  @Test(
    "What is no length is refused",
    arguments: ["1s2m", "1m1m", "m", "1:60", "1:2", ":30", "1:", "1:2.5:03", "1:00:00:00", "25h"])
  func badLengths(word: String) {
    #expect(throws: CommandError.self) { try record("--duration", word) }
  }

  @Test(
    "A rate may have a point; those of colour television are exact",
    arguments: [
      ("29.97", 30000, 1001), ("23.976", 24000, 1001), ("23.98", 24000, 1001),
      ("59.94", 60000, 1001), ("12.5", 25, 2), ("29.9", 299, 10), ("7.125", 57, 8),
      ("30000/1001", 30000, 1001), ("30.0", 30, 1),
    ])
  func rates(word: String, numerator: Int, denominator: Int) throws {
    let rate = try record("--rate", word).settings.canvas.rate
    #expect(rate == FrameRate(numerator, per: denominator))
  }

  @Test(
    "What is no rate is refused", arguments: ["0.0", "29.", ".5", "1.2345", "29.97fps", "-1.5"])
  func badRates(word: String) {
    #expect(throws: CommandError.self) { try record("--rate", word) }
  }

  @Test("Two flips at one moment are refused, and the moment is named")
  func sameFlips() {
    let error = #expect(throws: CommandError.self) { try record("--flip-at", "0s,2s,0s") }
    #expect(
      error?.message.contains("0.00 s is there twice") == true, "\(String(describing: error))")
  }

  @Test("A film has no microphone unless one is named")
  func film() throws {
    #expect(try record("--camera", "file:a.mkv").microphone == .none)
    let named = try record("--camera", "file:a.mkv", "--microphone", "desk")
    #expect(named.microphone == .id(MicrophoneID("desk")) && named.settings.sound != nil)
  }

  @Test("When the disk is too full can be said in bytes and their multiples")
  func diskLimits() throws {
    #expect(try record().limits == TakeLimits())
    let limits = try record("--disk-warning", "2GB", "--disk-end", "800kb").limits
    #expect(limits.diskWarning == 2_000_000_000 && limits.diskEnd == 800_000)
    for word in ["", "MB", "-1", "5MiB", "99999999999999TB", "1.5GB"] {
      #expect(throws: CommandError.self, "\(word)") { try record("--disk-end", word) }
    }
  }

  @Test(
    "The kind of file is told by the name or by --format",
    arguments: [
      (["a.mp4"], MovieContainer.mp4), (["A.M4V"], .mp4), (["x/a.b.mkv"], .matroska),
      (["a.webm"], .webM), (["--format", "webm"], .webM), (["a", "--format", "mkv"], .matroska),
      (["a.mp4", "--format", "mp4"], .mp4),
    ])
  func kinds(words: [String], container: MovieContainer) throws {
    guard case .record(let request) = try Invocation(["record"] + words) else { return }
    #expect(request.settings.container == container)
  }

  @Test(
    "What cannot be recorded is refused before anything is done, in one line that helps",
    arguments: [
      "record a", "record a.avi", "record .mp4", "record a.mp4 b.mp4", "record a.mp4 --format mkv",
      "record a.mp4 --size 641x480", "record a.mp4 --size 8x8", "record a.mp4 --size 0x0",
      "record a.mp4 --rate 0", "record a.mp4 --rate 1000", "record a.mp4 --duration 0",
      "record a.mp4 --duration 0s", "record a.mp4 --duration 3s --flip-at 3s",
      "record a.mp4 --duration 3s --flip-at 1s,9s", "record a.mp4 --gravity resize",
      "record a.mp4 --codec h265", "record a.webm --codec h264", "record a.webm --pass-through",
      "record a.mp4 --format gif", "repair", "repair --overwrite a",
    ])
  func refused(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let error = try #require(#expect(throws: CommandError.self) { try Invocation(words) })
    #expect(error.status == .wrongWords)
    #expect(!error.message.isEmpty && !error.remedy.isEmpty, "\(error)")
  }

  @Test("Only a recording has something to finish after Ctrl-C")
  func ending() throws {
    #expect(try Invocation(["record"]).ending == .whenFinished)
    #expect(try Invocation(["frames"]).ending == .soon)
  }

  @Test("Repair takes any number of files")
  func repair() throws {
    guard case .repair(let request) = try Invocation(["repair", "a.part", "--json", "b"]) else {
      Issue.record("not a repair")
      return
    }
    #expect(request.files == ["a.part", "b"] && request.asJSON)
  }
}

@Suite("Where a movie goes")
struct MovieFileNameTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func name(_ file: String, _ words: String...) throws -> MovieFileName {
    guard case .record(let request) = try Invocation(["record", folder.file(file)] + words) else {
      throw CommandError(.failed, "not a record")
    }
    return try MovieFileName(request)
  }

  @Test("A free name is taken as it is; one without an ending gets that of its format")
  func free() throws {
    let name = try self.name("a.mp4")
    #expect(name.path == folder.file("a.mp4"))
    #expect(try self.name("clip", "--format", "mkv").path == folder.file("clip.mkv"))
  }

  @Test("A file that is there is refused, unless it may be replaced")
  func exists() throws {
    try folder.write("mine", to: "a.mp4")
    #expect(throws: CommandError.self) { try self.name("a.mp4") }
    let name = try self.name("a.mp4", "--overwrite")
    #expect(name.path == folder.file("a.mp4"))
    #expect(try String(contentsOfFile: name.path, encoding: .utf8) == "mine")
  }

  @Test("A film is not recorded onto itself, whatever leads to it")
  func filmOntoItself() throws {
    try folder.write("film", to: "a.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("b.mp4"), withDestinationPath: folder.file("a.mp4"))
    for film in ["a.mp4", "b.mp4"] {
      let camera = "file:" + folder.file(film)
      let error = #expect(throws: CommandError.self) {
        try self.name("a.mp4", "--overwrite", "--camera", camera)
      }
      #expect(error.map { "\($0)".contains("the film") } == true)
    }
    #expect(throws: Never.self) {
      try self.name("c.mp4", "--camera", "file:" + folder.file("a.mp4"))
    }
  }

  @Test("A folder is never replaced")
  func isFolder() throws {
    try folder.write("mine", to: "a.mp4/file")
    #expect(throws: CommandError.self) { try name("a.mp4") }
    #expect(throws: CommandError.self) { try name("a.mp4", "--overwrite") }
  }
}

@Suite("The progress of a recording in words")
struct ProgressLineTests {
  @Test(
    "Time as a clock shows it",
    arguments: [
      (MediaTime.zero, "0:00"), (.milliseconds(7900), "0:07"), (.seconds(754), "12:34"),
      (.seconds(3723), "1:02:03"), (.seconds(86_400), "24:00:00"),
    ])
  func clock(time: MediaTime, text: String) {
    #expect(ProgressLine.clock(time) == text)
  }

  @Test("What is not known is left out")
  func line() {
    #expect(
      ProgressLine.text(TakeProgress(), rate: nil, levels: []) == "0:00  0 bytes  0 dropped")
    let levels = [
      SoundLevel(peak: -23.4, rms: -30, held: -20), SoundLevel(peak: -40, rms: -50, held: -20),
    ]
    #expect(
      ProgressLine.text(TakeProgress(), rate: 29.97, levels: levels)
        == "0:00  0 bytes  30.0 pictures/s  0 dropped  -23 dB")
  }
}
