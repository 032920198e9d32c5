import CaptureVirtual
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("The app as a screen reader sees it", .requires(.accessibility))
  struct AccessibilityTests {
    private static let program = "viewfinder-gtk"

    /// The app with an accessibility bus, whose cameras stand still after two seconds, so that a machine
    /// without a GPU has time for other things than drawing.
    private func app(
      _ faults: String = "stall@2s:1m", on screen: XServer
    ) async throws -> (RunningApp, AccessibilityBus) {
      let bus = try await AccessibilityBus.started(on: screen)
      let app = try await RunningApp(
        Self.program, ["--report", "--size", "480x320", "--virtual", faults], on: screen,
        size: PixelSize(width: 480, height: 320), environment: bus.environment)
      return (app, bus)
    }

    @Test("every control has a name and can be used; the picture says whose it is")
    func names() async throws {
      let screen = try await XServer.started(width: 480, height: 320)
      let (app, bus) = try await app(on: screen)
      try await app.waitForReport("first-frame")
      let nodes = try await bus.nodes(of: Self.program)
      let buttons = nodes.filter { $0.role.hasSuffix("button") }
      for name in [
        "Record a movie (R)", "Switch to the other camera (F)", "Take a photo (P)",
        "Record silence in place of sound (M)", "Choose a camera",
      ] {
        #expect(buttons.contains { $0.name == name && $0.isEnabled }, "\(name): \(buttons)")
      }
      // GTK names what has no name by its class.
      let nameless = buttons.filter { button in
        button.name.isEmpty || ["Gtk", "Adw"].contains { button.name.hasPrefix($0) }
      }
      #expect(nameless.isEmpty)
      let pictures = nodes.filter { ["image", "img"].contains($0.role) }.map(\.name)
      #expect(pictures.contains("The picture of Virtual Back Camera"), "\(nodes)")
    }

    @Test("the button that it presses turns the view over")
    func press() async throws {
      let screen = try await XServer.started(width: 480, height: 320)
      let (app, bus) = try await app("back.stall@2s:1m", on: screen)
      try await app.waitForReport("first-frame")
      try await bus.press("Switch to the other camera (F)", of: Self.program)
      try await app.waitForReport("flip-done virtual-front")
    }

    @Test("a page that stands in the picture's place can be read, and its buttons have names")
    func page() async throws {
      let screen = try await XServer.started(width: 480, height: 320)
      let (app, bus) = try await app("busy", on: screen)
      try await app.waitForReport("page busy")
      let nodes = try await bus.nodes(of: Self.program)
      #expect(nodes.contains { $0.name.contains("in use by another program") }, "\(nodes)")
      #expect(nodes.contains { $0.role == "push button" && $0.name == "Try Again" })
    }
  }
}
