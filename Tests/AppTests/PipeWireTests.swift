import TestSupport
import Testing

extension WindowTests {
  @Suite("The app with cameras that a real PipeWire serves", .requires(.pipeWire))
  struct PipeWireTests {
    private func camera(
      _ name: String, pattern: String, width: Int, height: Int, isJPEG: Bool = false,
      on server: PipeWireServer
    ) async throws -> GStreamerCamera {
      var description = GStreamerCamera.Description(name: name)
      description.pattern = pattern
      description.width = width
      description.height = height
      description.isJPEG = isJPEG
      return try await GStreamerCamera.plugged(description, into: server)
    }

    private func app(on server: PipeWireServer) async throws -> RunningApp {
      // The display's environment must not hide the server's bus, so the server's words come last.
      try await RunningApp.reporting(["--backend", "pipewire"], environment: server.environment)
    }

    @Test(
      "a click turns the view over to the second camera, of another size, which sends JPEG")
    func twoCameras() async throws {
      let server = try await PipeWireServer.started()
      let first = try await camera("first", pattern: "green", width: 640, height: 360, on: server)
      let second = try await camera(
        "second", pattern: "blue", width: 320, height: 240, isJPEG: true, on: server)
      let app = try await app(on: server)
      try await app.waitForReport("first-frame")
      let before = try await app.waitForPicture("one camera") { $0.middle.isPure }
      let began = before.middle
      try await app.clickFlipButton()
      let during = try await app.pictures(until: "flip-done")
      let after = try await app.waitForPicture("the other camera") {
        $0.middle.isPure && $0.middle.distance(to: began) > 100
      }
      #expect(during.isBlackForAMomentOnly)
      #expect(before.difference(to: after) > 30)
      withExtendedLifetime((first, second)) {}
    }

    @Test("with one camera the button does nothing and is grey")
    func oneCamera() async throws {
      let server = try await PipeWireServer.started()
      let only = try await camera("only", pattern: "green", width: 640, height: 360, on: server)
      let app = try await app(on: server)
      let before = try await app.waitForPicture("the camera") { $0.middle.isPure }
      try await app.clickFlipButton()
      try await app.screen.key("f")
      // A second camera makes it usable; until then nothing may have moved.
      #expect(try app.picture().middle.distance(to: before.middle) < 100)
      #expect(!app.process.outputText.contains("flip-done"))
      let other = try await camera("other", pattern: "blue", width: 320, height: 240, on: server)
      _ = try await poll("the flip to the other camera", limit: .seconds(60)) {
        if app.process.outputText.contains("flip-done") { return true }
        try await app.screen.key("f")
        return nil
      }
      withExtendedLifetime((only, other)) {}
    }
  }
}

extension Screenshot {
  /// The colour in the middle.
  fileprivate var middle: Color {
    cropped(x: width / 2 - 20, y: height / 2 - 20, width: 40, height: 40).mean
  }
}

extension Screenshot.Color {
  /// Whether it is one of the test cameras' full colours.
  fileprivate var isPure: Bool {
    max(red, green, blue) > 150 && min(red, green, blue) < 80
  }
}
