import CaptureCore
import MediaTypes

@testable import CaptureV4L2

enum KernelFuzz {
  /// Looks for cameras on a kernel that answers anything, and sets up the first one that it shows.
  static func run(_ bytes: [UInt8]) {
    let kernel = AnyKernel(bytes)
    var scan = CameraScan(kernel)
    let findings = scan.look()
    precondition(Set(findings.list.devices.map(\.id)).count == findings.list.devices.count)
    guard let camera = findings.list.devices.first,
      let node = try? VideoNode(path: "/dev/video0", calls: kernel)
    else { return }
    let format =
      camera.formats.first
      ?? CameraFormat(pixelFormat: .yuyv, size: PixelSize(width: 64, height: 48), rate: nil)
    let words = FaultWords(name: camera.name, path: node.path, calls: kernel)
    guard let setting = try? StreamSetting(node: node, wish: format, words: words) else { return }
    precondition(setting.format.size.isValid)
    for plane in setting.layout.planes {
      let room = setting.queue.byteCount(ofMemory: plane.memory)
      precondition(plane.offset >= 0 && plane.end <= room, "a plane reaches outside its buffer")
    }
  }
}
