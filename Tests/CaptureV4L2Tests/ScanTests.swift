import CVideo4Linux
import CVideo4LinuxShims
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Finding cameras")
struct ScanTests {
  private func scan(_ devices: FakeDevice...) -> CameraScan.Findings {
    let kernel = FakeKernel()
    kernel.devices = devices
    var scan = CameraScan(kernel)
    let findings = scan.look()
    #expect(kernel.leaks.isEmpty)
    return findings
  }

  @Test("A camera is named by bus path, product and serial number")
  func identity() {
    let list = scan(FakeDevice()).list
    #expect(list.devices.map(\.id.rawValue) == ["usb-0000:00:14.0-1/046d:0825/0001"])
    #expect(list.devices[0].name == "Fake Camera")
    #expect(list.devices[0].backend == "v4l2")
    #expect(list.devices[0].concurrency == .group("usb1"))
    #expect(
      list.devices[0].formats.map(\.description) == [
        "YUYV 64x48 at 30", "YUYV 64x48 at 15", "YUYV 32x24 at 30", "YUYV 32x24 at 15",
      ])
  }

  @Test(
    "Nodes that are no cameras are not listed",
    arguments: [
      V4L2_CAP_META_CAPTURE, V4L2_CAP_VIDEO_OUTPUT, V4L2_CAP_VIDEO_M2M, V4L2_CAP_VIDEO_M2M_MPLANE,
      V4L2_CAP_IO_MC, V4L2_CAP_META_OUTPUT,
    ])
  func others(flag: Int32) {
    var device = FakeDevice()
    device.flags |= UInt32(flag)
    #expect(scan(device).cameras.isEmpty)
  }

  @Test("Raw sensors, and nodes that cannot stream, are not listed")
  func raw() {
    var bayer = FakeDevice()
    bayer.formats = [0x3147_4752]  // RGB1, a Bayer mosaic
    var silent = FakeDevice()
    silent.number = 1
    silent.flags = UInt32(V4L2_CAP_VIDEO_CAPTURE)
    #expect(scan(bayer, silent).cameras.isEmpty)
  }

  @Test("A grey camera is listed alone, but not beside the colour camera of the same device")
  func infraRed() {
    #expect(scan(.infraRed).cameras.count == 1)
    let both = scan(FakeDevice(), .infraRed)
    #expect(both.cameras.map(\.device.name) == ["Fake Camera"])
  }

  @Test("Two nodes of one camera are one entry, reached by the node with most modes")
  func nodes() {
    var second = FakeDevice()
    second.number = 1
    second.formats.append(CVideo4LinuxShims_V4L2_PIX_FMT_MJPEG)
    #expect(scan(FakeDevice(), second).cameras.map(\.node.path) == ["/dev/video1"])
  }

  @Test("Twins are told apart by where they are plugged in, in identity and in name")
  func twins() {
    var twin = FakeDevice()
    twin.number = 1
    twin.bus = "usb-0000:00:14.0-2"
    let devices = scan(FakeDevice(), twin).list.devices
    #expect(Set(devices.map(\.id)).count == 2)
    #expect(
      devices.map(\.name) == [
        "Fake Camera (usb-0000:00:14.0-1)", "Fake Camera (usb-0000:00:14.0-2)",
      ])
  }

  @Test("Position: the kernel's control first, then USB's \"fixed\", else unknown")
  func position() {
    var device = FakeDevice()
    #expect(scan(device).list.devices[0].position == .unknown)
    device.attributes["pci0000:00/usb1/1-1/removable"] = "fixed"
    #expect(scan(device).list.devices[0].position == PositionClaim(.front, source: .usbFixed))
    device.controls[UInt32(V4L2_CID_CAMERA_ORIENTATION)] = V4L2_CAMERA_ORIENTATION_BACK
    #expect(scan(device).list.devices[0].position == PositionClaim(.back, source: .kernel))
    device.controls[UInt32(V4L2_CID_CAMERA_ORIENTATION)] = 99
    #expect(scan(device).list.devices[0].position == PositionClaim(.front, source: .usbFixed))
  }

  @Test("The rotation control counts anticlockwise, a frame's rotation clockwise")
  func rotation() {
    var device = FakeDevice()
    device.controls[UInt32(V4L2_CID_CAMERA_SENSOR_ROTATION)] = 90
    #expect(scan(device).cameras[0].node.rotation == .clockwise270)
    device.controls[UInt32(V4L2_CID_CAMERA_SENSOR_ROTATION)] = 45
    #expect(scan(device).cameras[0].node.rotation == .none)
  }

  @Test("A node that may not be opened is a problem with its group in the remedy")
  func permission() {
    let kernel = FakeKernel(FakeDevice())
    kernel.faults = [.init(call: "open", code: EACCES)]
    var scan = CameraScan(kernel)
    let problem = scan.look().problem
    #expect(problem?.code == .notPermitted)
    #expect(problem?.remedy.contains("usermod -aG video") == true)
    kernel.faults = []
    #expect(scan.look().cameras.count == 1, "and it is opened again at the next look")
  }

  @Test(
    "A node that fails in passing is asked again by itself; one that is forbidden is waited for")
  func passing() {
    for (code, isAsked) in [
      (EIO, true), (EBUSY, true), (ETIMEDOUT, true), (ENODEV, true), (EACCES, false),
      (ENOENT, false),
    ] {
      let kernel = FakeKernel(FakeDevice())
      kernel.faults = [.init(call: "open", code: code, count: 1)]
      var scan = CameraScan(kernel)
      #expect(scan.look().needsAnotherLook == isAsked, "\(code)")
      let next = scan.look()
      #expect(next.cameras.count == 1 && !next.needsAnotherLook)
    }
  }

  @Test("A node that is opened once is not opened again at each look, but when it is another")
  func memory() {
    let kernel = FakeKernel(FakeDevice())
    var scan = CameraScan(kernel)
    for _ in 1...3 { #expect(scan.look().cameras.count == 1) }
    #expect(kernel.count(of: "open") == 1)
    kernel.devices[0].generation = 2
    _ = scan.look()
    #expect(kernel.count(of: "open") == 2)
  }

  @Test("Names without a zero at their end, or with bytes that are no text, do no harm")
  func names() {
    var device = FakeDevice()
    device.card = String(repeating: "x", count: 60)
    device.bus = "usb \u{7}\u{202e}1"
    let camera = scan(device).list.devices[0]
    #expect(camera.name == String(repeating: "x", count: 32))
    #expect(camera.id.rawValue.utf8.allSatisfy { (0x21...0x7e).contains($0) })
  }

  @Test("A driver whose lists never end is cut off")
  func endless() {
    let kernel = FakeKernel(FakeDevice())
    kernel.devices[0].sizes = (1...2000).map { PixelSize(width: $0, height: $0) }
    kernel.devices[0].rates = Array(1...300)
    var scan = CameraScan(kernel)
    #expect(scan.look().list.devices[0].formats.count <= 4096)
  }

  @Test("Plug and unplug come as new lists")
  func hotPlug() async throws {
    let bench = Bench(FakeKernel())
    try await within(.seconds(20), "three lists") {
      var counts: [Int] = []
      for await list in bench.backend.deviceLists() {
        counts.append(list.devices.count)
        switch counts.count {
        case 1: bench.kernel.locked { $0.devices = [FakeDevice()] }
        case 2: bench.kernel.unplug(0)
        default:
          #expect(counts == [0, 1, 0])
          return
        }
        bench.hotPlug.poke()
      }
    }
  }
}
