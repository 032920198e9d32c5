import CaptureCore
import MediaTypes
import Testing

/// One camera that a service and the kernel both reach.
@Suite("Two roads to one camera")
struct RoadTests {
  static func mode(_ width: Int, _ height: Int, _ rate: Int, _ format: PixelFormat = .yuyv)
    -> CameraFormat
  {
    CameraFormat(
      pixelFormat: format, size: PixelSize(width: width, height: height),
      rate: FrameRate(rate))
  }

  static let usual = [mode(1280, 720, 30)]

  static func service(
    _ id: String, node: Int, _ position: PositionClaim = .unknown, formats: [CameraFormat] = usual
  ) -> CameraDevice {
    CameraDevice(
      id: CameraID(id), name: id, backend: "service", position: position, formats: formats,
      concurrency: .unknown, kernelNode: "/dev/video\(node)")
  }

  static func kernel(
    _ id: String, node: Int, _ position: PositionClaim = .unknown, formats: [CameraFormat] = usual
  ) -> CameraDevice {
    CameraDevice(
      id: CameraID(id), name: id, backend: "kernel", position: position, formats: formats,
      concurrency: .independent, kernelNode: "/dev/video\(node)", isDirect: true)
  }

  private var directory = DeviceDirectory(backendOrder: ["service", "kernel"])

  private func words(_ directory: DeviceDirectory) -> [String] {
    directory.devices.map { device in
      "\(device.id) by \(device.roads.map(\.id.backend).joined(separator: ", "))"
    }
  }

  private mutating func list(_ backend: String, _ devices: CameraDevice...) {
    directory.update(DeviceList(devices: devices), from: backend)
  }

  @Test("the camera is listed once, by the first road, under the name that the kernel's road has")
  mutating func once() {
    list("service", Self.service("its name", node: 0))
    #expect(words(directory) == ["its name by service"])
    list("kernel", Self.kernel("bus/1", node: 0), Self.kernel("bus/2", node: 2))
    #expect(words(directory) == ["bus/1 by service, kernel", "bus/2 by kernel"])
    #expect(directory.devices[0].road.id.camera == CameraID("its name"))
  }

  @Test("whichever back end speaks first")
  mutating func orderOfSpeaking() {
    list("kernel", Self.kernel("bus/1", node: 0))
    list("service", Self.service("its name", node: 0))
    #expect(words(directory) == ["bus/1 by service, kernel"])
  }

  @Test("its identity stays when either road ends, and when one is back before the other")
  mutating func identityStays() {
    let (service, kernel) = (Self.service("its name", node: 0), Self.kernel("bus/1", node: 0))
    list("service", service)
    list("kernel", kernel)
    list("service")
    #expect(words(directory) == ["bus/1 by kernel"])
    list("service", service)
    list("kernel")
    #expect(words(directory) == ["bus/1 by service"])
    list("service")
    list("service", Self.service("its name", node: 5))
    #expect(words(directory) == ["bus/1 by service"])
    list("kernel", Self.kernel("bus/1", node: 5))
    #expect(words(directory) == ["bus/1 by service, kernel"])
  }

  @Test("a service that gives its name to another device of the kernel is followed")
  mutating func renamed() {
    list("kernel", Self.kernel("bus/1", node: 0), Self.kernel("bus/2", node: 2))
    list("service", Self.service("a", node: 0), Self.service("b", node: 2))
    list("service", Self.service("a", node: 2), Self.service("b", node: 0))
    #expect(directory[CameraID("bus/1")]?.road.id.camera == CameraID("b"))
    #expect(directory[CameraID("bus/2")]?.road.id.camera == CameraID("a"))
    #expect(directory.devices.count == 2)
  }

  @Test("it is found by either name, and a flip from it leads elsewhere")
  mutating func names() {
    list("service", Self.service("its name", node: 0))
    list("kernel", Self.kernel("bus/1", node: 0))
    #expect(directory.device(for: .id(CameraID("its name")))?.id == CameraID("bus/1"))
    #expect(directory[CameraID("its name")]?.id == CameraID("bus/1"))
    #expect(directory.flipTarget(from: CameraID("its name")) == nil)
  }

  @Test("it is found by its service's name when the service is gone, and known by its node")
  mutating func lostName() {
    let service = Self.service("its name", node: 0)
    list("service", service)
    list("kernel", Self.kernel("bus/1", node: 0), Self.kernel("bus/2", node: 2))
    list("service")
    #expect(directory[CameraID("its name")]?.id == CameraID("bus/1"))
    #expect(directory.flipTarget(from: CameraID("its name"))?.id == CameraID("bus/2"))
    #expect(directory.devices.map { $0.isSame(as: service) } == [true, false])
  }

  @Test("the first road gives way where the other has a better mode, and no sooner")
  mutating func adequate() {
    let slow = [Self.mode(640, 480, 30), Self.mode(1280, 720, 10)]
    let better = slow + [Self.mode(1280, 720, 30, .mjpeg)]
    list("kernel", Self.kernel("bus/1", node: 0, formats: better))
    list("service", Self.service("its name", node: 0, formats: slow))
    #expect(words(directory) == ["bus/1 by kernel, service"])
    list("service", Self.service("its name", node: 0, formats: better))
    #expect(words(directory) == ["bus/1 by service, kernel"])
    list("kernel", Self.kernel("bus/1", node: 0, formats: [Self.mode(1280, 720, 30, .nv12)]))
    #expect(words(directory) == ["bus/1 by service, kernel"])
  }

  @Test("what is better depends on the wish")
  func wish() {
    var directory = DeviceDirectory(
      backendOrder: ["service", "kernel"], wish: FormatWish(size: .init(width: 640, height: 480)))
    let small = [Self.mode(640, 480, 30)]
    directory.update(
      DeviceList(devices: [Self.service("its name", node: 0, formats: small)]), from: "service")
    directory.update(
      DeviceList(devices: [Self.kernel("bus/1", node: 0, formats: small + Self.usual)]),
      from: "kernel")
    #expect(directory.devices[0].backend == "service")
  }

  @Test("the most trusted word on its position counts, whichever road it comes by")
  mutating func position() {
    let front = PositionClaim(.front, source: .kernel)
    list("service", Self.service("its name", node: 0))
    list("kernel", Self.kernel("bus/1", node: 0, front))
    #expect(directory.devices[0].position == front)
  }

  @Test("cameras by different back ends are not taken for independent")
  func concurrency() {
    func camera(_ backend: String, _ group: String) -> CameraDevice {
      CameraDevice(
        id: CameraID(backend + group), name: "", backend: backend, position: .unknown, formats: [],
        concurrency: .group(group))
    }
    #expect(camera("kernel", "usb1").canStream(beside: camera("kernel", "usb2")))
    #expect(!camera("kernel", "usb1").canStream(beside: camera("service", "pci-0")))
  }

  @Test(
    "1,000 cameras by two roads are joined, and joined again at each of 500 events, in a moment")
  mutating func many() throws {
    let services = (0..<1000).map { Self.service("name \($0)", node: $0) }
    let kernels = (0..<1000).map { Self.kernel("bus/\($0)", node: $0) }
    directory.update(DeviceList(devices: services), from: "service")
    directory.update(DeviceList(devices: kernels), from: "kernel")
    #expect(directory.devices.count == 1000)
    #expect(directory.devices.allSatisfy { $0.otherRoads.count == 1 })
    let duration = ContinuousClock().measure {
      for event in 0..<20 {
        let left = kernels.dropLast(event % 2)
        directory.update(DeviceList(devices: Array(left)), from: "kernel")
      }
    }
    #expect(duration < .seconds(20), "20 events took \(duration)")
    #expect(directory.devices.count == 1000)
  }
}
