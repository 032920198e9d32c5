import CaptureVirtual
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("The app when cameras give trouble")
  struct TroubleTests {
    @Test("a camera that starts only after 3 s: never black, and it ends at the new camera")
    func slow() async throws {
      let app = try await RunningApp.reporting(["--virtual", "front.slow:3s"])
      try await app.waitForCamera(.back)
      try await app.screen.key("f")
      let during = try await app.pictures(until: "flip-done virtual-front")
      #expect(during.count > 10)
      // While it waits, which is most of the time, and but for the moment at which the card is seen
      // from its edge.
      #expect(!during.prefix(during.count / 2).contains { $0.isBlack })
      #expect(during.isBlackForAMomentOnly)
      try await app.waitForCamera(.front)
    }

    @Test("a camera that never starts: back to the old one, with a message")
    func never() async throws {
      let app = try await RunningApp.reporting(["--virtual", "front.nostart"])
      try await app.waitForCamera(.back)
      try await app.screen.key("f")
      let during = try await app.pictures(until: "message Not switched: Virtual Front Camera")
      #expect(during.allSatisfy { !$0.isBlack })
      let shot = try await app.waitForCamera(.back)
      #expect(shot.code?.isMirrored == false)
    }

    @Test("no camera: a page says so, and its button leads to the virtual ones")
    func none() async throws {
      let folder = try TemporaryFolder()
      let app = try await RunningApp.reporting(
        ["--backend", "pipewire"],
        environment: [
          "XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "", "PIPEWIRE_RUNTIME_DIR": "",
        ])
      _ = try await poll("a page about the camera") {
        ["page noCamera\n", "page service\n"].first { app.process.outputText.contains($0) }
      }
      #expect(!app.process.outputText.contains("first-frame"))
      try await app.waitForPicture("the page") { !$0.isBlack }
      // Window buttons, then those of the page, of which it is the last.
      try await app.screen.keys(["shift+Tab", "Return"])
      try await app.waitForReport("first-frame")
      try await app.waitForCamera(.back)
    }

    @Test("a camera that is unplugged: a page says so, or the other camera is shown")
    func unplugged() async throws {
      let app = try await RunningApp.reporting(["--virtual", "back.unplug@2s"])
      try await app.waitForCamera(.back)
      try await app.waitForPicture("something else") {
        $0.code?.code.isFrom(VirtualCamera.back.id) != true
      }
    }

    @Test(
      "wrong words end it with status 2 before any window",
      arguments: [
        ["--nonsense"], ["--backend", "none"], ["--virtual", "explode@2s"],
        ["--transition", "spin"], ["--backend", "pipewire", "--virtual", "slow:3s"],
      ])
    func words(words: [String]) async throws {
      let result = try await ChildProcess.run(
        BuiltProducts.path("viewfinder-gtk"), words, environment: ["DISPLAY": ""])
      #expect(result.status == 2)
      #expect(result.output.contains("--help"))
    }

    @Test("without a display it says what to do instead")
    func noDisplay() async throws {
      let result = try await ChildProcess.run(
        BuiltProducts.path("viewfinder-gtk"), ["--backend", "virtual"],
        environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
      #expect(result.status == 1)
      #expect(result.output.contains("viewfinder demo"))
    }

    @Test("help and version need no display", arguments: ["--help", "--version"])
    func information(word: String) async throws {
      let result = try await ChildProcess.run(
        BuiltProducts.path("viewfinder-gtk"), [word],
        environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
      #expect(result.status == 0)
      #expect(result.output.contains("viewfinder-gtk"))
    }

    @Test("F10 opens the menu")
    func menu() async throws {
      let app = try await RunningApp.reporting(["--backend", "virtual"])
      try await app.waitForCamera(.back)
      try await app.screen.key("F10")
      // The menu lies over the camera's code or beside it: in any case over the upper right corner.
      let corner = { @Sendable (shot: Screenshot) in
        shot.cropped(x: 700, y: 70, width: 200, height: 60)
      }
      let before = try corner(app.picture())
      try await app.waitForPicture("the menu") { corner($0).difference(to: before) > 20 }
    }

    @Test("asked to end, it ends well")
    func ends() async throws {
      let app = try await RunningApp.reporting(["--backend", "virtual"])
      try await app.waitForReport("first-frame")
      app.process.send(15)
      #expect(try await app.process.exitStatus() == 0)
      #expect(!app.process.outputText.contains("CRITICAL"))
    }
  }
}
