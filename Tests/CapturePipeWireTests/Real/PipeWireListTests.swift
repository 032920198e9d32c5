import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite(.requires(.pipeWire), .serialized)
struct PipeWireListTests {
  @Test func camerasAreListedWithNamePositionFormatsAndIdentity() async throws {
    let server = try await PipeWireServer.started()
    var front = GStreamerCamera.Description(name: "cam-front", title: "Front Camera")
    front.location = "front"
    front.properties["device.bus-path"] = "pci-0000:00:14.0-usb-0:3:1.0"
    front.properties["device.serial"] = "SN1"
    var back = GStreamerCamera.Description(name: "cam-back", title: "Back Camera")
    back.location = "back"
    back.isJPEG = true
    (back.width, back.height, back.rate) = (1280, 720, 15)
    let sources = [
      try await GStreamerCamera.plugged(front, into: server),
      try await GStreamerCamera.plugged(back, into: server),
    ]
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let list = try await backend.deviceLists().first("both cameras") { $0.devices.count == 2 }
    #expect(list.problem == nil)
    #expect(list.devices.map(\.name) == ["Back Camera", "Front Camera"])
    #expect(list.devices.map(\.id.rawValue) == ["cam-back", "pci-0000:00:14.0-usb-0:3:1.0/SN1"])
    #expect(list.devices.map(\.position.position) == [.back, .front])
    #expect(list.devices.map(\.position.source) == [.libcamera, .libcamera])
    #expect(list.devices.map(\.backend) == ["pipewire", "pipewire"])
    #expect(list.devices[0].formats.map(\.description) == ["MJPEG 1280x720 at 15"])
    #expect(list.devices[1].formats.map(\.description) == ["NV12 640x360 at 30"])
    #expect(list.devices[1].concurrency == .group("pci-0000:00:14.0"))
    for source in sources { await source.unplug() }
    await server.stop()
  }

  @Test func aCameraComesGoesAndComesBackUnderTheSameIdentity() async throws {
    let server = try await PipeWireServer.started()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let lists = backend.deviceLists()
    let empty = try await lists.first("an empty list") { _ in true }
    #expect(empty == DeviceList())
    let camera = GStreamerCamera(.init(name: "cam"), on: server)
    var ids: Set<CameraID> = []
    for _ in 0..<3 {
      try await camera.plug()
      let list = try await lists.first("the camera") { $0.devices.first?.formats.isEmpty == false }
      ids.formUnion(list.devices.map(\.id))
      await camera.unplug()
      _ = try await lists.first("no camera") { $0.devices.isEmpty }
    }
    #expect(ids == [CameraID("cam")])
    await server.stop()
  }

  @Test func screensAndOtherStreamsAreNoCameras() async throws {
    let server = try await PipeWireServer.started()
    var sources: [GStreamerCamera] = []
    for (index, properties) in [
      ["media.role": "Screen"], ["media.class": "Stream/Output/Video"], [:],
    ].enumerated() {
      var description = GStreamerCamera.Description(name: "source-\(index)")
      description.properties = properties
      sources.append(try await GStreamerCamera.plugged(description, into: server))
    }
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let list = try await backend.deviceLists().first("cameras") { !$0.devices.isEmpty }
    #expect(list.devices.map(\.id.rawValue) == ["source-2"])
    for source in sources { await source.unplug() }
    await server.stop()
  }

  @Test(arguments: [
    "<b onclick=\"x\">bold</b> & <script>", "a\u{1b}[31mred\u{7}\u{0}bell\nline\r\u{202e}txt",
    String(repeating: "long name ", count: 410), "\u{feff}\u{200b}", "Kamera „Größe“ 📷",
  ])
  func hostileNamesBecomeOneLineOfText(title: String) async throws {
    var description = GStreamerCamera.Description(name: "hostile", title: title)
    // A C string ends at a zero; the rest of it does not reach PipeWire.
    description.title = String(title.split(separator: "\u{0}", omittingEmptySubsequences: false)[0])
    description.properties["node.nick"] = title.replacing("\u{0}", with: " ")
    description.properties["device.serial"] = title.replacing("\u{0}", with: " ")
    try await withCamera(description) { backend, camera in
      #expect((1...CameraDevice.maximumNameLength).contains(camera.name.count))
      #expect(
        camera.name.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control && $0.value != 0x202e
        })
      #expect(camera.id.rawValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
      let frame = try await firstFrame(of: camera, from: backend)
      #expect(frame.source == camera.id)
    }
  }

  @Test func eachSubscriberGetsTheListAndTheNextOnes() async throws {
    let server = try await PipeWireServer.started()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let subscribers = (0..<3).map { _ in backend.deviceLists() }
    let camera = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
    for lists in subscribers {
      _ = try await lists.first("the camera") { $0.devices.count == 1 }
    }
    #expect(try await backend.deviceLists().first("the list") { _ in true }.devices.count == 1)
    await camera.unplug()
    await server.stop()
  }
}
