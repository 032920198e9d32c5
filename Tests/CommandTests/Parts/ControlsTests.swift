import CaptureCore
import MediaTypes
import Testing

@testable import Commands

@Suite("viewfinder controls")
struct ControlsTests {
  private func request(_ words: String...) throws -> ControlsRequest {
    guard case .controls(let request) = try Invocation(["controls"] + words) else {
      throw CommandError(.failed, "not understood as controls")
    }
    return request
  }

  @Test("words: show, get, set and reset; the settings are the kernel's")
  func words() throws {
    #expect(try request().action == .show([]))
    #expect(try request().source.backends == ["v4l2"])
    #expect(try request("get", "zoom", "--camera", "front").camera == .position(.front))
    #expect(try request("get", "zoom").isBrief)
    #expect(try request("reset").action == .reset([]))
    #expect(try request("reset", "zoom").action == .reset([.zoom]))
    let set = try request("set", "power-line-frequency=50 Hz", "--json")
    #expect(set.action == .set([.init(id: .powerLineFrequency, value: "50 Hz")]))
    #expect(set.asJSON)
  }

  @Test(
    "wrong words are refused with the way to the right ones",
    arguments: [["gte"], ["get"], ["set"], ["set", "zoom"], ["set", "=3"], ["set", "zoom="]])
  func wrong(words: [String]) {
    let error = #expect(throws: CommandError.self) { try Invocation(["controls"] + words) }
    #expect(error?.status == .wrongWords)
    #expect(error?.remedy.isEmpty == false)
  }

  private let zoom = CameraControl(
    id: .zoom, kind: .number, range: 100...500, step: 10, defaultValue: 100, value: 120)
  private let flicker = CameraControl(
    id: .powerLineFrequency,
    kind: .menu([.init(value: 0, name: "Off"), .init(value: 1, name: "50 Hz")]),
    range: 0...1, step: 1, defaultValue: 1, value: 0)
  private let focus = CameraControl(
    id: .focusAuto, kind: .onOff, range: 0...1, step: 1, defaultValue: 1, value: 1,
    isReadOnly: true)

  @Test("values are numbers, on and off, and a menu's words in any case")
  func values() throws {
    #expect(try ControlText.value("140", of: zoom) == 140)
    #expect(try ControlText.value("50 hz", of: flicker) == 1)
    #expect(try ControlText.value("OFF", of: focus) == 0)
    #expect(throws: CommandError.self) { try ControlText.value("on", of: zoom) }
    #expect(throws: CommandError.self) { try ControlText.value("60 Hz", of: flicker) }
  }

  @Test("the table says what is possible and why something cannot be set")
  func table() {
    let lines = ControlText.table([zoom, flicker, focus]).lines
    #expect(
      lines == [
        "NAME                  VALUE  DEFAULT  POSSIBLE          NOTE",
        "zoom                  120    100      100 to 500 by 10",
        "power-line-frequency  Off    50 Hz    Off, 50 Hz",
        "focus-auto            on     on       on, off           read only",
      ])
  }
}
