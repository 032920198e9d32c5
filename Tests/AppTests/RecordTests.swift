import CaptureVirtual
import Foundation
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("The app makes movies and photos", .requires(.ffmpeg))
  struct RecordTests {
    let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func app(_ words: String...) async throws -> RunningApp {
      try await RunningApp.reporting(
        ["--backend", "virtual"] + words,
        environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.file("config")])
    }

    private func saved(_ app: RunningApp) async throws -> String {
      try await app.process.waitForOutput("saved ", limit: .seconds(60))
      let line = app.process.outputText.split(separator: "\n").last { $0.hasPrefix("saved ") }
      return String(try #require(line).dropFirst("saved ".count))
    }

    @Test("R begins a movie, F turns the view over in it, R ends it, and it plays")
    func flip() async throws {
      let app = try await app()
      try await app.waitForCamera(.back)
      try await app.screen.key("r")
      try await app.waitForReport("clock 0:01")
      try await app.screen.key("f")
      try await app.waitForReport("flip-done virtual-front")
      try await app.waitForReport("clock 0:03")
      try await app.screen.key("r")
      let path = try await saved(app)
      #expect(path.hasPrefix(home.file("Videos/viewfinder-")) && path.hasSuffix(".mp4"))
      let movie = try await MovieFile(path)
      #expect(movie.streams.map(\.kind).sorted() == ["audio", "video"])
      let size = PixelSize(width: 640, height: 360)
      var cameras: Set<UInt16> = []
      try await movie.pictures(size: size) { _, luma in
        if let code = FrameCode.read(luma: luma, size: size)?.code {
          cameras.insert(code.cameraTag)
        }
      }
      #expect(cameras == Set([VirtualCamera.back, .front].map { FrameCode.tag(of: $0.id) }))
      #expect(!app.process.outputText.contains("CRITICAL"))
    }

    @Test("P takes a photo")
    func photo() async throws {
      let app = try await app()
      try await app.waitForCamera(.back)
      try await app.screen.key("p")
      let path = try await saved(app)
      #expect(path.hasPrefix(home.file("Pictures/viewfinder-")) && path.hasSuffix(".jpg"))
      let probe = try await ChildProcess.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream=width", "-of", "csv=p=0", path])
      #expect(probe.output.contains("1280"))
    }

    @Test("Asked to end while it records, it finishes the movie first")
    func ends() async throws {
      let app = try await app()
      try await app.waitForCamera(.back)
      try await app.screen.key("r")
      try await app.waitForReport("clock 0:01")
      app.process.send(15)
      #expect(try await app.process.exitStatus() == 0)
      let videos = try FileManager.default.contentsOfDirectory(atPath: home.file("Videos"))
      #expect(videos.count == 1 && videos[0].hasSuffix(".mp4"), "\(videos)")
      #expect(try await MovieFile(home.file("Videos/\(videos[0])")).duration > 0.5)
    }

    @Test("What a crash left is offered at the next start")
    func leftOvers() async throws {
      let first = try await app()
      try await first.waitForCamera(.back)
      try await first.screen.key("r")
      try await first.waitForReport("clock 0:02")
      await first.process.kill()
      let second = try await app()
      try await second.waitForReport("left-overs 1")
      try await second.waitForReport("first-frame")
      // The toast's button: in the middle of the width, above the controls.
      let middle = second.size.width / 2
      for x in stride(from: middle, through: middle + 160, by: 16)
      where !second.process.outputText.contains("saved ") {
        try await second.screen.click(x: x, y: second.size.height - 150)
      }
      #expect(try await MovieFile(try await saved(second)).duration > 0.5)
    }
  }
}
