import CaptureVirtual
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("A camera's view in a program's hands")
  struct ViewTests {
    private func probe() async throws -> RunningApp {
      let app = try await RunningApp(
        "ViewProbe", [], title: "ViewProbe", size: PixelSize(width: 640, height: 400))
      try await app.waitForCamera(.back)
      return app
    }

    /// Waits for so many beginnings of drawing.
    private func drawn(_ count: Int, _ app: RunningApp) async throws {
      try await poll("\(count) beginnings") {
        app.process.outputText.split(separator: "\n").count { $0 == "drawn" } >= count ? () : nil
      }
      try await app.waitForCamera(.back)
      #expect(!app.process.outputText.contains("failed"))
      #expect(!app.process.outputText.contains("CRITICAL"))
    }

    @Test("taken out of its window and put back ten times, it shows the camera each time")
    func realizedAgain() async throws {
      let app = try await probe()
      for round in 1...10 {
        try await app.screen.key("u")
        try await drawn(1 + round, app)
      }
    }

    @Test("hidden and shown again")
    func hidden() async throws {
      let app = try await probe()
      try await app.screen.keys(["h", "h"])
      try await drawn(2, app)
    }

    @Test("another session in the same view")
    func session() async throws {
      let app = try await probe()
      try await app.screen.key("s")
      try await app.waitForCamera(.front)
      #expect(!app.process.outputText.contains("failed"))
    }

    @Test("a small picture of another session's camera lies over it, and both go on")
    func inset() async throws {
      let app = try await probe()
      let place = { @Sendable (shot: Screenshot) in
        shot.cropped(
          x: shot.width / 50, y: shot.height / 10, width: shot.width * 2 / 5,
          height: shot.height * 2 / 5)
      }
      let before = try place(app.picture())
      try await app.screen.key("i")
      let shot = try await app.waitForPicture("the small picture") {
        place($0).difference(to: before) > 25
      }
      #expect(shot.code?.code.isFrom(VirtualCamera.back.id) == true)
      try await app.waitForPicture("a later moment in both") { later in
        guard let first = shot.code?.code.sequence, let next = later.code?.code.sequence else {
          return false
        }
        return next > first + 10 && place(later).difference(to: place(shot)) > 0.3
      }
      #expect(!app.process.outputText.contains("failed"))
    }

    @Test("let go of, nothing of it is left")
    func gone() async throws {
      let app = try await probe()
      try await app.screen.key("d")
      try await app.process.waitForOutput("gone true", limit: .seconds(30))
      #expect(app.process.isRunning && !app.process.outputText.contains("CRITICAL"))
    }
  }
}
