import CaptureCore
import MediaTypes
import Testing

@Suite("Device directory")
struct DeviceDirectoryTests {
  func device(
    _ id: String, _ position: PositionClaim = .unknown, backend: String = "first",
    hasFormats: Bool = true, kernelNode: String? = nil
  ) -> CameraDevice {
    let format = CameraFormat(
      pixelFormat: .nv12, size: PixelSize(width: 640, height: 480), rate: .fps30)
    return CameraDevice(
      id: CameraID(id), name: id, backend: backend, position: position,
      formats: hasFormats ? [format] : [], concurrency: .unknown,
      kernelNode: kernelNode)
  }

  let front = PositionClaim(.front, source: .libcamera)
  let back = PositionClaim(.back, source: .libcamera)

  func directory(_ devices: [CameraDevice]) -> DeviceDirectory {
    var directory = DeviceDirectory(backendOrder: ["first", "second"])
    directory.update(DeviceList(devices: devices), from: "first")
    return directory
  }

  @Test("the order does not depend on who comes first, nor on unplugging and replugging")
  func stableOrder() {
    var directory = DeviceDirectory(backendOrder: ["first", "second"])
    directory.update(DeviceList(devices: [device("a", backend: "second")]), from: "second")
    directory.update(DeviceList(devices: [device("c"), device("b")]), from: "first")
    #expect(directory.devices.map(\.id.rawValue) == ["b", "c", "a"])
    directory.update(DeviceList(devices: [device("c")]), from: "first")
    directory.update(DeviceList(devices: [device("c"), device("b")]), from: "first")
    #expect(directory.devices.map(\.id.rawValue) == ["b", "c", "a"])
  }

  @Test("says whether anything has changed")
  func changes() {
    var directory = directory([device("a")])
    let changes = [
      directory.update(DeviceList(devices: [device("a")]), from: "first"),
      directory.update(DeviceList(), from: "first"),
      directory.update(DeviceList(devices: [device("a")]), from: "nobody"),
    ]
    #expect(changes == [false, true, false])
  }

  @Test("one camera through two back ends is one: first back end, most trusted position")
  func merging() {
    var directory = directory([device("a", PositionClaim(.back, source: .usbFixed))])
    directory.update(
      DeviceList(devices: [device("a", front, backend: "second"), device("b", backend: "second")]),
      from: "second")
    #expect(directory.devices.map(\.id.rawValue) == ["a", "b"])
    #expect(directory[CameraID("a")]?.backend == "first")
    #expect(directory[CameraID("a")]?.position == front)
  }

  @Test("a back end that lists no modes for a camera gives way to one that does")
  func modes() {
    var directory = directory([device("a", hasFormats: false)])
    directory.update(DeviceList(devices: [device("a", backend: "second")]), from: "second")
    #expect(directory[CameraID("a")]?.backend == "second")
  }

  @Test("the first problem is kept")
  func problems() {
    let problem = CaptureError(.serviceUnavailable, "No service.")
    var directory = directory([device("a")])
    directory.update(DeviceList(problem: problem), from: "second")
    #expect(directory.list.problem == problem)
    #expect(directory.devices.count == 1)
  }

  @Test("the user's word on a position wins, and can be taken back")
  func overrides() {
    var directory = directory([device("a", front), device("b")])
    directory.override(position: .back, of: CameraID("a"))
    #expect(directory[CameraID("a")]?.position == PositionClaim(.back, source: .user))
    directory.override(position: nil, of: CameraID("a"))
    #expect(directory[CameraID("a")]?.position == front)
    directory.override(position: .front, of: CameraID("later"))
    directory.update(DeviceList(devices: [device("later")]), from: "second")
    #expect(directory[CameraID("later")]?.position.position == .front)
  }

  @Test("a choice: automatic is the back camera as on a phone, else the first")
  func choices() {
    let phone = directory([device("a", front), device("b", back)])
    #expect(phone.device(for: .automatic)?.id == CameraID("b"))
    #expect(phone.device(for: .position(.front))?.id == CameraID("a"))
    #expect(phone.device(for: .id(CameraID("a")))?.id == CameraID("a"))
    #expect(phone.device(for: .id(CameraID("z"))) == nil)
    #expect(phone.device(for: .position(.external)) == nil)
    let desktop = directory([device("a"), device("b")])
    #expect(desktop.device(for: .automatic)?.id == CameraID("a"))
    #expect(directory([]).device(for: .automatic) == nil)
  }

  @Test("a flip goes to the opposite position when that is known")
  func flipByPosition() {
    let phone = directory([device("a", back), device("b", back), device("c", front)])
    #expect(phone.flipTarget(from: CameraID("a"))?.id == CameraID("c"))
    #expect(phone.flipTarget(from: CameraID("b"))?.id == CameraID("c"))
    #expect(phone.flipTarget(from: CameraID("c"))?.id == CameraID("a"))
  }

  @Test("else it goes round the list and reaches every camera")
  func flipRound() {
    let desktop = directory([device("a"), device("b"), device("c", front)])
    #expect(desktop.flipTarget(from: CameraID("a"))?.id == CameraID("b"))
    #expect(desktop.flipTarget(from: CameraID("b"))?.id == CameraID("c"))
    #expect(desktop.flipTarget(from: CameraID("c"))?.id == CameraID("a"))
  }

  @Test("from a camera that is gone it goes to the first; from the only one nowhere")
  func flipEdges() {
    #expect(directory([device("a")]).flipTarget(from: CameraID("a")) == nil)
    #expect(directory([device("a")]).flipTarget(from: CameraID("gone"))?.id == CameraID("a"))
    #expect(directory([device("a")]).flipTarget(from: nil)?.id == CameraID("a"))
    #expect(directory([]).flipTarget(from: nil) == nil)
  }
}
