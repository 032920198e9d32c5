import CVideo4Linux
import CVideo4LinuxShims
import MediaTypes

@testable import CaptureV4L2

/// A device as a test wants it to be.
struct FakeDevice: Sendable {
  var number = 0
  /// Another number for a device that was plugged out and in.
  var generation: UInt64 = 1
  var driver = "uvcvideo"
  var card = "Fake Camera"
  var bus = "usb-0000:00:14.0-1"
  var flags = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
  /// The folder below `/sys/devices` of the device that made the node.
  var folder = "pci0000:00/usb1/1-1/1-1:1.0"
  /// Files of the device tree, by path below `/sys/devices`.
  var attributes: [String: String] = [
    "pci0000:00/usb1/1-1/1-1:1.0/bInterfaceNumber": "00",
    "pci0000:00/usb1/1-1/idVendor": "046d", "pci0000:00/usb1/1-1/idProduct": "0825",
    "pci0000:00/usb1/1-1/serial": "0001", "pci0000:00/usb1/1-1/removable": "unknown",
    "pci0000:00/usb1/1-1/busnum": "1",
  ]
  var formats = [CVideo4LinuxShims_V4L2_PIX_FMT_YUYV]
  var sizes = [PixelSize(width: 64, height: 48), PixelSize(width: 32, height: 24)]
  /// Frames a second.
  var rates: [UInt32] = [30, 15]
  var controls: [UInt32: Int32] = [:]
  var settings: [UInt32: FakeControl] = [:]
  /// What `VIDIOC_G_SELECTION` answers, by its target.
  var selections: [Int32: PixelRectangle] = [:]
  /// What `VIDIOC_CROPCAP` answers.
  var pixelAspect: (numerator: UInt32, denominator: UInt32)?
  /// Bytes added to each row.
  var padding = 0
  /// What a buffer is filled with, given its index in the frame and the number of the frame.
  var byte: @Sendable (_ plane: Int, _ offset: Int, _ frame: UInt32) -> UInt8 = {
    _, offset, frame in
    UInt8(truncatingIfNeeded: offset &+ Int(frame))
  }

  var path: String { "/dev/video\(number)" }
  var isMultiPlanar: Bool { flags & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 }

  /// A webcam's second camera, for infra-red.
  static let infraRed: FakeDevice = {
    var device = FakeDevice()
    device.number = 2
    device.card = "Fake IR"
    device.folder = "pci0000:00/usb1/1-1/1-1:1.2"
    device.attributes["pci0000:00/usb1/1-1/1-1:1.2/bInterfaceNumber"] = "02"
    device.formats = [CVideo4LinuxShims_V4L2_PIX_FMT_GREY]
    return device
  }()
}

/// How a fake driver lays a format out.
struct FakeLayout: Sendable {
  var code: UInt32
  var size: PixelSize
  /// Stride and bytes of each of a frame's buffers.
  var planes: [(stride: Int, byteCount: Int)]

  init(_ code: UInt32, _ size: PixelSize, padding: Int) {
    self.code = code
    self.size = size
    guard let format = DriverFormat.known(code) else {
      planes = [(0, size.area * 2)]
      return
    }
    let shapes = format.format.planeShapes
    guard !shapes.isEmpty else {
      planes = [(0, size.area)]
      return
    }
    let all = shapes.enumerated().map { index, shape in
      let luma = shapes[0].bytesPerRow(width: size.width) + padding
      let samples = luma / shapes[0].bytesPerSample
      let shared = samples / shape.horizontalSubsampling * shape.bytesPerSample
      let own = shape.bytesPerRow(width: size.width) + padding
      let stride = index == 0 ? luma : format.memoryPlanes == 1 ? shared : own
      return (stride: stride, byteCount: stride * shape.rows(height: size.height))
    }
    planes =
      format.memoryPlanes > 1 ? all : [(all[0].stride, all.map(\.byteCount).reduce(0, +))]
  }
}
