import CaptureCore
import MediaTypes
import Testing

@testable import Commands

@Suite("Cameras in words")
struct DeviceTextTests {
  private func camera(
    _ id: String, name: String = "Camera", formats: Int = 0, position: PositionClaim = .unknown
  ) -> CameraDevice {
    let sizes = [(1280, 720), (640, 480), (1920, 1080)]
    return CameraDevice(
      id: CameraID(id), name: name, backend: "test", position: position,
      formats: sizes.prefix(formats).map {
        CameraFormat(
          pixelFormat: .nv12, size: PixelSize(width: $0.0, height: $0.1),
          rate: $0.0 == 640 ? nil : .fps30)
      }, concurrency: .unknown)
  }

  @Test("A table says what each camera is and can do")
  func table() {
    let table = DeviceText.table([
      camera("a", formats: 3, position: PositionClaim(.front, source: .libcamera)), camera("b"),
    ])
    #expect(
      table.rows == [
        ["a", "Camera", "front (libcamera)", "test", "3, best NV12 1280x720 at 30"],
        ["b", "Camera", "unknown", "test", "not listed"],
      ])
  }

  @Test("A camera with two roads is one line that says which is used")
  func roads() throws {
    func camera(_ id: String, _ backend: String) -> CameraDevice {
      CameraDevice(
        id: CameraID(id), name: "Webcam", backend: backend, position: .unknown, formats: [],
        concurrency: .unknown, kernelNode: "/dev/video0", isDirect: backend == "v4l2")
    }
    var directory = DeviceDirectory(backendOrder: ["pipewire", "v4l2"])
    directory.update(DeviceList(devices: [camera("node", "pipewire")]), from: "pipewire")
    directory.update(DeviceList(devices: [camera("usb-1", "v4l2")]), from: "v4l2")
    #expect(
      DeviceText.table(directory.devices).rows == [
        ["usb-1", "Webcam", "unknown", "pipewire (or v4l2)", "not listed"]
      ])
    let json = DeviceText.json(directory.list).line
    #expect(json.contains(#""backend":"pipewire","otherBackends":["v4l2"]"#))
  }

  @Test("Names and identities put no control characters on the terminal or into JSON")
  func hostileNames() {
    let device = camera(
      "id\u{1b}]0;\u{7}", name: "evil\u{1b}[2J <b>\"" + String(repeating: "x", count: 4096))
    let lines = DeviceText.table([device]).lines + [DeviceText.json(device).line]
    for scalar in lines.joined().unicodeScalars {
      #expect(!TerminalText.isDangerous(scalar))
    }
    #expect(lines[1].count < 200)
  }

  @Test("JSON has null for a rate that nobody says")
  func json() {
    let text = DeviceText.json(DeviceList(devices: [camera("a", formats: 2)])).line
    #expect(text.contains(#""width":1280,"height":720,"rate":"30/1"}"#))
    #expect(text.contains(#""width":640,"height":480,"rate":null}"#))
    #expect(text.hasSuffix(#""problem":null}"#))
  }

  @Test("Changes: gone, changed and come, and a problem that begins and ends")
  func changes() {
    let problem = CaptureError(.serviceUnavailable, "No service.", remedy: "Start it.")
    let old = DeviceList(devices: [camera("a"), camera("b"), camera("c")])
    let new = DeviceList(
      devices: [camera("b", name: "Other"), camera("c"), camera("d")], problem: problem)
    let changes = DeviceChange.changes(from: old, to: new)
    #expect(
      changes.map(\.kind) == [
        .removed(camera("a")), .changed(camera("b", name: "Other")), .added(camera("d")),
        .problem(problem),
      ])
    #expect(
      changes.map(\.line) == [
        "- a  Camera, unknown, test", "* b  Other, unknown, test", "+ d  Camera, unknown, test",
        "! No service. Start it.",
      ])
    #expect(changes[0].json.line.hasPrefix(#"{"event":"removed","camera":{"id":"a","#))
    #expect(DeviceChange.changes(from: new, to: new).isEmpty)
    let over = DeviceChange.changes(from: new, to: DeviceList(devices: new.devices))
    #expect(over.map(\.json.line) == [#"{"event":"problem","problem":null}"#])
  }
}
