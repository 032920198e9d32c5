import CaptureCore
import MediaTypes
import Testing

@testable import CapturePipeWire

struct CameraNodeTests {
  @Test func onlySourcesOfVideoThatAreNoScreensAreCameras() {
    #expect(CameraProperties.isCamera(["media.class": "Video/Source"]))
    #expect(CameraProperties.isCamera(["media.class": "Video/Source", "media.role": "Camera"]))
    #expect(!CameraProperties.isCamera(["media.class": "Video/Source", "media.role": "Screen"]))
    #expect(!CameraProperties.isCamera(["media.class": "Stream/Output/Video"]))
    #expect(!CameraProperties.isCamera(["media.class": "Audio/Source"]))
    #expect(!CameraProperties.isCamera([:]))
  }

  @Test(arguments: [
    ("front", CameraPosition.front), ("back", .back), ("external", .external),
  ])
  func libcameraSaysWhereItLooks(location: String, position: CameraPosition) {
    let properties = CameraProperties(node: ["api.libcamera.location": location])
    #expect(properties.position == PositionClaim(position, source: .libcamera))
    #expect(CameraProperties(node: ["api.libcamera.location": "above"]).position == .unknown)
  }

  @Test func identityIsMadeOfPlaceSerialAndProductAndOfNoNumberOfThisRun() {
    let device = [
      "device.bus-path": "pci-0000:00:14.0-usb-0:3.2:1.0", "device.serial": "SN12",
      "device.product.id": "0x0825",
    ]
    let first = CameraProperties(
      node: [
        "node.name": "v4l2_input.a", "object.serial": "41", "object.path": "v4l2:/dev/video0",
      ],
      device: device)
    let second = CameraProperties(
      node: [
        "node.name": "v4l2_input.b", "object.serial": "97", "object.path": "v4l2:/dev/video2",
      ],
      device: device)
    #expect(first.identity == second.identity)
    #expect(first.identity.rawValue == "pci-0000:00:14.0-usb-0:3.2:1.0/SN12/0x0825")
    #expect(CameraProperties(node: ["node.name": "front"]).identity.rawValue == "front")
  }

  @Test func strangeNamesBecomePlainIdentitiesThatStayApart() {
    let names = ["a b", "a_b", "a\u{1b}[2Jb", "<b>a</b>", String(repeating: "x", count: 4096), ""]
    let ids = names.map { CameraProperties(node: ["node.name": $0]).identity.rawValue }
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.utf8.count <= 150)
      #expect(id.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7f })
    }
    let long = String(repeating: "x", count: 4095) + "y"
    #expect(CameraProperties(node: ["node.name": long]).identity.rawValue != ids[4])
  }

  @Test func camerasOfOneUSBControllerShareAGroupAndOthersAreUnknown() {
    func concurrency(_ path: String?) -> CameraDevice.Concurrency {
      CameraProperties(node: path.map { ["device.bus-path": $0] } ?? [:]).concurrency
    }
    #expect(
      concurrency("pci-0000:00:14.0-usb-0:3:1.0") == concurrency("pci-0000:00:14.0-usb-0:4:1.0"))
    #expect(
      concurrency("pci-0000:00:14.0-usb-0:3:1.0") != concurrency("pci-0000:07:00.3-usb-0:3:1.0"))
    #expect(concurrency("platform-fe801000.csi") == .unknown)
    #expect(concurrency(nil) == .unknown)
  }

  @Test func camerasThatSayTheSameOfThemselvesAreNumberedByAge() {
    let same = CameraProperties(node: ["node.name": "twin"])
    let list = CameraNode.list([
      (7, "30", same, []), (9, "4", same, []),
      (3, "50", CameraProperties(node: ["node.name": "other"]), []),
    ])
    #expect(list.map(\.device.id.rawValue) == ["other", "twin", "twin#2"])
    #expect(list.map(\.serial) == ["50", "4", "30"])
  }

  @Test func infraredCamerasAreLeftOutAndGreyOnesAreNot() {
    let size = PixelSize(width: 640, height: 360)
    let grey = [CameraFormat(pixelFormat: .grey, size: size, rate: .fps30)]
    let colour = [CameraFormat(pixelFormat: .nv12, size: size, rate: .fps30)]
    func count(_ name: String, _ formats: [CameraFormat]) -> Int {
      CameraNode.list([(1, "1", CameraProperties(node: ["node.description": name]), formats)]).count
    }
    #expect(count("Integrated IR Camera", grey) == 0)
    #expect(count("Integrated IR Camera", colour) == 1)
    #expect(count("Airport Camera", grey) == 1)
    #expect(count("Microscope", grey) == 1)
  }

  @Test func theNameIsTheFirstThatIsThere() {
    #expect(CameraProperties(node: ["node.description": "", "node.name": "n"]).name == "n")
    #expect(
      CameraProperties(node: ["node.name": "n"], device: ["device.description": "D"]).name == "D")
  }
}
