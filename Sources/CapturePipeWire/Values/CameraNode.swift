import CaptureCore
import MediaTypes

/// One camera of PipeWire's: what the rest of the program sees of it, and how to reach it.
struct CameraNode: Hashable {
  /// The node's number in the daemon's list.
  let node: UInt32
  /// `object.serial`: never used twice by a daemon, so that a stream cannot reach another camera.
  let serial: String
  /// What the rest of the program sees.
  let device: CameraDevice
}

/// What a node's properties say, joined with those of its device. All of it comes from other
/// programs.
struct CameraProperties {
  private let values: [String: String]

  /// - Parameters:
  ///   - node: the node's properties; they win.
  ///   - device: those of the device that the node belongs to, if any.
  init(node: [String: String], device: [String: String] = [:]) {
    values = device.merging(node) { $1 }
  }

  /// Whether a node of these properties is a camera: a source of video, and not a screen.
  static func isCamera(_ node: [String: String]) -> Bool {
    node["media.class"] == "Video/Source" && ["Camera", nil].contains(node["media.role"])
  }

  /// Whether it sees infrared only, for logging in by face, and is of no use as a camera: it says so,
  /// or it is called so and has grey pictures only.
  func isInfrared(formats: [CameraFormat]) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }
    let isCalledSo = words.contains("ir") || words.contains("infrared")
    return isCalledSo && !formats.isEmpty
      && formats.allSatisfy { $0.pixelFormat.components == .grey }
  }

  /// For a person; not cleaned yet.
  var name: String {
    for key in ["node.description", "device.description", "node.nick", "node.name"] {
      if let value = values[key], !value.isEmpty { return value }
    }
    return ""
  }

  /// Bus path, serial number and product; where there is no bus path the node's name, which
  /// session managers make of it.
  var identity: CameraID {
    let place = values["device.bus-path"] ?? values["node.name"] ?? values["object.path"] ?? ""
    let parts = [place, values["device.serial"], values["device.product.id"]]
    return CameraID(Self.plain(parts.compactMap(\.self).joined(separator: "/")))
  }

  /// Which way it looks, by libcamera's word (`api.libcamera.location`).
  var position: PositionClaim {
    switch values["api.libcamera.location"] {
    case "front": PositionClaim(.front, source: .libcamera)
    case "back": PositionClaim(.back, source: .libcamera)
    case "external": PositionClaim(.external, source: .libcamera)
    default: .unknown
    }
  }

  /// Cameras on different USB controllers do not share bandwidth; of others nobody knows.
  var concurrency: CameraDevice.Concurrency {
    guard let path = values["device.bus-path"], let range = path.firstRange(of: "-usb-") else {
      return .unknown
    }
    return .group(Self.plain(String(path[..<range.lowerBound])))
  }

  /// The kernel's device, by which V4L2 may reach the same camera.
  private var kernelNode: String? {
    if let path = values["api.v4l2.path"] { return path }
    guard let path = values["object.path"], path.hasPrefix("v4l2:") else { return nil }
    return String(path.dropFirst(5))
  }

  /// The device as the rest of the program sees it.
  func device(id: CameraID, formats: [CameraFormat]) -> CameraDevice {
    CameraDevice(
      id: id, name: name, backend: PipeWireBackend.name, position: position, formats: formats,
      concurrency: concurrency, kernelNode: kernelNode)
  }

  // Short printable text without spaces, as a command line takes it. What had to be changed or cut
  // gets a number made of the whole, so that two cameras do not become one.
  static func plain(_ text: String) -> String {
    let kept = text.unicodeScalars.prefix(128).map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || "-_.:/".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
    }
    let result = String(kept)
    return result == text ? text : result + "~" + String(checksum(text), radix: 36)
  }

  // FNV-1a, 64 bits (Fowler, Noll, Vo).
  private static func checksum(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}

extension CameraNode {
  /// Names each camera once: those that say the same of themselves are numbered, the oldest first.
  static func list(
    _ nodes: [(id: UInt32, serial: String, properties: CameraProperties, formats: [CameraFormat])]
  ) -> [CameraNode] {
    var seen: [CameraID: Int] = [:]
    return
      nodes
      .filter { !$0.properties.isInfrared(formats: $0.formats) }
      .sorted { (UInt64($0.serial) ?? .max, $0.id) < (UInt64($1.serial) ?? .max, $1.id) }
      .map { node in
        let identity = node.properties.identity
        let number = seen[identity, default: 0] + 1
        seen[identity] = number
        let id = number == 1 ? identity : CameraID("\(identity)#\(number)")
        return CameraNode(
          node: node.id, serial: node.serial,
          device: node.properties.device(id: id, formats: node.formats))
      }
      .sorted { $0.device.id < $1.device.id }
  }
}
