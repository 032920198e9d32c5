import CaptureVirtual
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("The app, seen and used from outside")
  struct FlipTests {
    @Test("the window shows the camera, and goes on showing it")
    func picture() async throws {
      let app = try await RunningApp.reporting(["--backend", "virtual"])
      try await app.waitForReport("first-frame")
      let first = try #require(try await app.waitForCamera(.back).code)
      #expect(!first.isMirrored)
      try await app.waitForPicture("a later frame") { shot in
        shot.code.map { $0.code.sequence > first.code.sequence + 10 } ?? false
      }
      let colors = try app.picture().cropped(x: 100, y: 100, width: 700, height: 300).mean
      #expect(colors.brightness > 40)
    }

    @Test("the key F turns the view over, and Ctrl+R turns it back", arguments: ["f", "ctrl+r"])
    func keys(key: String) async throws {
      let app = try await RunningApp.reporting(["--backend", "virtual"])
      let before = try await app.waitForCamera(.back)
      try await app.screen.key(key)
      let during = try await app.pictures(until: "flip-done virtual-front")
      let after = try await app.waitForCamera(.front)
      #expect(after.code?.isMirrored == true)
      check(before: before, during: during, after: after)
      try await app.screen.key(key)
      try await app.waitForReport("flip-done virtual-back")
      try await app.waitForCamera(.back)
    }

    @Test("a click on the button turns the view over")
    func click() async throws {
      let app = try await RunningApp.reporting(["--backend", "virtual", "--camera", "front"])
      let before = try await app.waitForCamera(.front)
      try await app.clickFlipButton()
      let during = try await app.pictures(until: "flip-done virtual-back")
      check(before: before, during: during, after: try await app.waitForCamera(.back))
    }

    private func check(before: Screenshot, during: [Screenshot], after: Screenshot) {
      let turning = during.filter { $0.code == nil }
      #expect(!turning.isEmpty, "no picture of the turn among \(during.count)")
      // The card in perspective leaves the background free at the window's sides.
      #expect(
        turning.contains { $0.cropped(x: 0, y: 100, width: 40, height: 300).mean.brightness < 24 })
      #expect(before.difference(to: after) > 3)
      #expect(turning.allSatisfy { $0.difference(to: before) > 2 && $0.difference(to: after) > 2 })
    }

    @Test("20 taps end where the last wish says, and nothing hangs")
    func taps() async throws {
      let app = try await RunningApp.reporting(["--backend", "virtual"])
      try await app.waitForCamera(.back)
      try await app.screen.keys(Array(repeating: "f", count: 20))
      try await app.waitForPicture("a camera at rest") { $0.code != nil }
      try await app.screen.key("f")
      try await app.waitForPicture("a camera at rest") { $0.code != nil }
    }
  }
}

extension RunningApp {
  /// The middle of the flip button: centred, 28 + 32 pixels above the lower edge, 8 + 20 in a small window.
  ///
  /// - Parameter scale: pixels for each that is meant.
  func clickFlipButton(scale: Int = 1) async throws {
    let isSmall = min(size.width, size.height) < 300 * scale
    try await screen.click(
      x: size.width / 2, y: size.height - (Self.frame + (isSmall ? 28 : 60)) * scale)
  }
}
