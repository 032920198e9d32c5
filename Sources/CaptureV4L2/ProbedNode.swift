import CVideo4Linux
import CaptureCore
import MediaTypes

/// A node that turned out to be a camera, as it was when it was looked at.
struct ProbedNode: Hashable, Sendable {
  /// Such as `/dev/video0`.
  var path: String
  /// The number in its name, for a stable order.
  var number: Int
  var capability: Capability
  var sysfs: SysfsDevice
  var modes: [CameraFormat]
  var position: CameraPosition?
  var rotation: Rotation

  /// Opens a node and looks at it.
  ///
  /// - Returns: nil for a node that is no camera: not for capturing, or without a mode that can be
  ///   drawn, as those of raw sensors are.
  /// - Throws: `SystemError` when it cannot be opened or does not answer.
  init?(
    path: String, number: Int, sysfs: SysfsDevice, _ calls: any SystemCalls
  ) throws(SystemError) {
    let node = try VideoNode(path: path, calls: calls)
    guard let type = node.capability.captureType else { return nil }
    let modes = node.modes(type)
    guard !modes.isEmpty else { return nil }
    self.path = path
    self.number = number
    self.sysfs = sysfs
    self.modes = modes
    capability = node.capability
    position = node.position
    rotation = node.rotation
  }

  /// Bus path, product and serial number, and the interface of a device that has several cameras.
  var id: CameraID {
    let bus = capability.bus.isEmpty ? sysfs.folder : capability.bus
    var parts = [bus]
    if let usb = sysfs.usb { parts += [usb.product, usb.serial].filter { !$0.isEmpty } }
    if sysfs.interface > 0 { parts.append("interface\(sysfs.interface)") }
    return CameraID(parts.map(\.identifying).joined(separator: "/"))
  }

  /// Whether it only sees grey, as infra-red sensors for face recognition do.
  var isGrey: Bool { modes.allSatisfy { $0.pixelFormat.components == .grey } }
}

extension VideoNode {
  /// Where the camera is mounted. `V4L2_CID_CAMERA_ORIENTATION`
  fileprivate var position: CameraPosition? {
    switch value(ofControl: V4L2_CID_CAMERA_ORIENTATION) {
    case V4L2_CAMERA_ORIENTATION_FRONT: .front
    case V4L2_CAMERA_ORIENTATION_BACK: .back
    case V4L2_CAMERA_ORIENTATION_EXTERNAL: .external
    default: nil
    }
  }

  /// How far pictures are to be turned clockwise; the control counts the other way round.
  /// `V4L2_CID_CAMERA_SENSOR_ROTATION`
  fileprivate var rotation: Rotation {
    let degrees = value(ofControl: V4L2_CID_CAMERA_SENSOR_ROTATION) ?? 0
    return Rotation(rawValue: Int(degrees))?.inverse ?? .none
  }
}

extension String {
  /// One word of printable ASCII, since an identity is typed on command lines.
  fileprivate var identifying: String {
    String(
      decoding: utf8.map { (0x21...0x7e).contains($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
  }
}
