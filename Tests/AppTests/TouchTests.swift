import CaptureVirtual
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("The app under a finger, or a pointer that does as a finger does")
  struct TouchTests {
    @Test(
      "a swipe turns the view over",
      arguments: [(360, 0), (-360, 0), (0, -240), (0, 240)])
    func swipe(x: Int, y: Int) async throws {
      let app = try await RunningApp.reporting(["--backend", "virtual"])
      try await app.waitForCamera(.back)
      // The first one may come while the page with the picture is still coming in, which takes it.
      for _ in 1...5 {
        try await app.screen.drag(from: (480, 280), by: (x, y))
        let turned: Void? = try? await app.process.waitForOutput(
          "flip-done virtual-front", limit: .seconds(5))
        if turned != nil { return }
      }
      Issue.record("five swipes turned nothing over")
    }

    @Test("a double click on the picture turns it over; a single one and a short drag do nothing")
    func clicks() async throws {
      let home = try TemporaryFolder()
      let app = try await RunningApp.reporting(
        ["--backend", "virtual"],
        environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.file("config")])
      try await app.waitForCamera(.back)
      try await app.screen.click(x: 300, y: 250)
      try await app.screen.drag(from: (480, 280), by: (12, 0))
      try await app.screen.key("p")
      try await app.process.waitForOutput("saved ", limit: .seconds(60))
      #expect(!app.process.outputText.contains("flip-done"))
      try await app.screen.doubleClick(x: 600, y: 250)
      try await app.waitForReport("flip-done virtual-front")
    }
  }
}
