import CaptureVirtual
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("The app in windows of any size, and on displays of any density")
  struct SizeTests {
    private func app(
      _ width: Int, _ height: Int, environment: [String: String] = [:], scale: Int = 1
    ) async throws -> RunningApp {
      try await RunningApp(
        "viewfinder-gtk",
        ["--report", "--backend", "virtual", "--size", "\(width / scale)x\(height / scale)"],
        size: PixelSize(width: width, height: height), environment: environment)
    }

    @Test(
      "the window has the size that was asked for, and everything in it works",
      arguments: [(200, 200), (360, 640), (3840, 2160)])
    func sizes(width: Int, height: Int) async throws {
      let app = try await app(width, height)
      try await app.waitForReport("first-frame")
      let size = try await app.screen.windowSize("Viewfinder")
      #expect(size.width <= width && size.height <= height, "\(size)")
      try await app.waitForPicture("the picture to its edges") { shot in
        // Over the controls, under the header.
        let middle = shot.cropped(
          x: 0, y: shot.height / 3, width: shot.width, height: shot.height / 5)
        return middle.mean.brightness > 40 && middle.darkShare < 0.1
      }
      try await app.screen.key("f")
      try await app.waitForReport("flip-done virtual-front")
      try await app.clickFlipButton()
      try await app.waitForReport("flip-done virtual-back")
      #expect(!app.process.outputText.contains("CRITICAL"))
      #expect(!app.process.outputText.contains("WARNING"))
    }

    @Test("at twice the density the picture is as sharp as in a window twice as large")
    func density() async throws {
      let (width, height) = (1600, 1000)
      let plain = try await app(width, height)
      let expected = try await plain.waitForCamera(.back)
      let dense = try await app(width, height, environment: ["GDK_SCALE": "2"], scale: 2)
      let shown = try await dense.waitForCamera(.back)
      // Hills in the middle that nothing moves over.
      let part = { (shot: Screenshot) in
        shot.cropped(x: shot.width / 8, y: shot.height * 5 / 12, width: 400, height: 60)
      }
      let (sharp, same) = (part(expected), part(shown))
      #expect(sharp.detail > 0.2)
      #expect(abs(same.detail / sharp.detail - 1) < 0.2, "\(same.detail) and \(sharp.detail)")
    }

    @Test("larger letters change the words alone")
    func letters() async throws {
      let app = try await app(960, 600, environment: ["GDK_DPI_SCALE": "2"])
      try await app.waitForCamera(.back)
      let size = try await app.screen.windowSize("Viewfinder")
      #expect(size.width <= 960 && size.height <= 600)
      try await app.clickFlipButton()
      try await app.waitForReport("flip-done virtual-front")
    }

    @Test("F11 covers the whole screen, and no longer")
    func fullscreen() async throws {
      let app = try await app(640, 480)
      try await app.waitForReport("first-frame")
      try await app.screen.key("F11")
      try await app.screen.key("F11")
      try await app.screen.key("f")
      try await app.waitForReport("flip-done virtual-front")
    }
  }
}

extension Screenshot {
  /// The part of the pixels that are black.
  fileprivate var darkShare: Double { share(of: Color(0, 0, 0), tolerance: 8) }

  /// How much neighbours differ, on the mean, of 255: what blurring takes away.
  fileprivate var detail: Double {
    var sum = 0
    for y in 0..<height {
      for x in 1..<max(width, 1) { sum += self[x, y].distance(to: self[x - 1, y]) }
    }
    return Double(sum) / Double(max(1, width * height))
  }
}
