import Foundation
import MediaTypes
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite("What cannot be recorded is refused with a reason, and nothing is left or lost")
struct BadInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ name: String, _ change: (inout MovieSettings) -> Void = { _ in })
    -> RecordError?
  {
    var settings = TestMovie.settings()
    change(&settings)
    return FFmpegMovieBackendTrial.create(folder.file(name), settings)
  }

  @Test(
    "Canvases",
    arguments: [(0, 0), (63, 48), (64, 47), (8, 8), (16_384, 16_384), (-64, 48), (1 << 40, 64)])
  func canvas(width: Int, height: Int) {
    let error = refusal("a.mp4") { $0.canvas.size = PixelSize(width: width, height: height) }
    #expect(error?.code == .badSettings)
    #expect(error?.remedy.isEmpty == false)
    #expect(folder.names.isEmpty)
  }

  @Test("Rates: 0 and 1000 are none")
  func rates() throws {
    #expect(FrameRate(0) == nil)
    let fast = try #require(FrameRate(1000))
    #expect(refusal("a.mp4") { $0.canvas.rate = fast }?.code == .badSettings)
    let slow = try #require(FrameRate(1, per: 100))
    #expect(refusal("a.mp4") { $0.canvas.rate = slow }?.code == .badSettings)
  }

  @Test("Codecs that a container does not hold")
  func codecs() {
    #expect(refusal("a.webm") { ($0.container, $0.video) = (.webM, .h264) }?.code == .badSettings)
    #expect(refusal("a.mp4") { $0.video = .vp9 }?.code == .badSettings)
    let rate = refusal("a.webm") {
      $0.container = .webM
      $0.sound = SoundFormat(sampleRate: 44_100, channelCount: 2)
    }
    #expect(rate?.code == .encoderUnavailable)
    #expect(rate?.message.contains("48000") == true)
    #expect(folder.names.isEmpty)
  }

  @Test("A folder that is not there, a file in its place, no name")
  func folders() throws {
    #expect(refusal("missing/a.mp4")?.code == .noFolder)
    try folder.write("text", to: "file")
    #expect(refusal("file/a.mp4")?.code == .noFolder)
    #expect(refusal("")?.code == .badSettings)
    #expect(folder.names == ["file"])
  }

  @Test("A name that is taken is left alone, unless told")
  func existing() throws {
    try folder.write("precious", to: "a.mp4")
    #expect(refusal("a.mp4")?.code == .exists)
    #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "precious")
    var settings = TestMovie.settings()
    settings.overwrites = true
    _ = try TestMovie.write(folder.file("a.mp4"), settings, count: 3)
    #expect(folder.names == ["a.mp4"])
    #expect(try Data(contentsOf: URL(filePath: folder.file("a.mp4"))).count > 100)
  }

  @Test("A name that somebody takes meanwhile is left alone too")
  func takenMeanwhile() throws {
    let settings = TestMovie.settings()
    let writer = try TestMovie.backend.create(folder.file("a.mp4"), settings: settings)
    try TestMovie.feed(writer, settings, 0..<3)
    try folder.write("precious", to: "a.mp4")
    let summary = try writer.finish()
    #expect(summary.path == folder.file("a-2.mp4"))
    #expect(!summary.note.isEmpty)
    #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "precious")
    #expect(folder.names == ["a-2.mp4", "a.mp4"])
  }

  @Test("What a crash left under the name is not written over", arguments: [false, true])
  func leftOver(overwrites: Bool) throws {
    try folder.write("half a movie", to: "a.mp4.part")
    let error = refusal("a.mp4") { $0.overwrites = overwrites }
    #expect(error?.code == .exists)
    #expect(error?.remedy.contains("Repair") == true)
    #expect(
      try String(contentsOfFile: folder.file("a.mp4.part"), encoding: .utf8) == "half a movie")
  }

  @Test("No right to write", .enabled(if: getuid() == 0, "needs root to become somebody else"))
  func permission() async throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let probe = try BuiltProducts.path("RecordProbe")
    let copy = folder.file("probe")
    try FileManager.default.copyItem(atPath: probe, toPath: copy)
    let (status, output) = try await ChildProcess.run(
      "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", copy, folder.file("a.mp4")])
    #expect(status == 1)
    #expect(output.contains("Permission denied"))
    #expect(output.contains("Choose a folder"))
  }

  @Test(
    "Stopped before the first picture: no file, with or without sound", arguments: [false, true])
  func nothing(withSound: Bool) throws {
    let settings = TestMovie.settings()
    let writer = try TestMovie.backend.create(folder.file("a.mp4"), settings: settings)
    if withSound {
      try writer.append(
        try TestMovie.tone(SoundFormat(), from: 0, to: 4800), at: 0)
    }
    #expect { try writer.finish() } throws: { ($0 as? RecordError)?.code == .nothingRecorded }
    #expect(folder.names.isEmpty)
  }

  @Test("Discarding leaves nothing; a finished writer refuses more")
  func discard() throws {
    let settings = TestMovie.settings()
    let writer = try TestMovie.backend.create(folder.file("a.mp4"), settings: settings)
    try TestMovie.feed(writer, settings, 0..<40)
    writer.discard()
    #expect(folder.names.isEmpty)
    #expect(throws: RecordError.self) { try TestMovie.feed(writer, settings, 40..<41) }
    #expect(throws: RecordError.self) { try writer.finish() }
  }

  @Test("Pictures that go back, and sound of another kind")
  func order() throws {
    let settings = TestMovie.settings()
    let writer = try TestMovie.backend.create(folder.file("a.mp4"), settings: settings)
    defer { writer.discard() }
    try TestMovie.feed(writer, settings, 0..<2)
    #expect(throws: RecordError.self) { try TestMovie.feed(writer, settings, 1..<2) }
    let wrong = try TestMovie.tone(SoundFormat(sampleRate: 8000, channelCount: 1), from: 0, to: 10)
    #expect(throws: RecordError.self) { try writer.append(wrong, at: 0) }
  }
}
