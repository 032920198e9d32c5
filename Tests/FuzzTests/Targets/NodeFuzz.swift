import CaptureCore
import MediaTypes

@testable import CapturePipeWire

enum NodeFuzz {
  private static let keys = [
    "node.name", "node.description", "node.nick", "media.class", "media.role", "object.path",
    "device.bus-path", "device.serial", "device.product.id", "device.description",
    "api.v4l2.path", "api.libcamera.location",
  ]

  /// Lines of values: the keys in turn, for one node after another.
  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let hasGrey = input.byte() % 2 == 1
    let lines = input.lines().prefix(200)
    var nodes: [[String: String]] = [[:]]
    for (index, line) in lines.enumerated() {
      if index % keys.count == 0 { nodes.append([:]) }
      if !line.isEmpty { nodes[nodes.count - 1][keys[index % keys.count]] = line }
    }
    let format = CameraFormat(
      pixelFormat: hasGrey ? .grey : .nv12, size: PixelSize(width: 64, height: 48), rate: nil)
    let list = CameraNode.list(
      nodes.enumerated().map { index, node in
        _ = CameraProperties.isCamera(node)
        return (
          UInt32(index), node["device.serial"] ?? "", CameraProperties(node: node), [format]
        )
      })
    for camera in list {
      precondition(camera.device.name.count <= CameraDevice.maximumNameLength)
      let id = camera.device.id.rawValue
      precondition(id.utf8.count < 256 && id.utf8.allSatisfy { $0 > 32 && $0 < 127 }, id)
    }
    precondition(Set(list.map(\.device.id)).count == list.count, "two cameras have one identity")
  }
}
