import CaptureCore
import MediaTypes

/// A camera and the node by which it is reached.
struct FoundCamera: Hashable, Sendable {
  let device: CameraDevice
  let node: ProbedNode

  /// The cameras among nodes: one for each that a person would count.
  ///
  /// Several nodes of one interface are one camera, reached by the one with most modes; a grey-only
  /// node of a USB device that also sees colour is its infra-red sensor. Cameras of one name are
  /// told apart by where they are plugged in.
  static func all(among nodes: [ProbedNode]) -> [FoundCamera] {
    let cameras = onePerIdentity(withoutInfraRed(nodes))
    let names = Dictionary(grouping: cameras, by: \.capability.card)
    return cameras.map { node in
      let name = node.capability.card
      let isAlone = (names[name]?.count ?? 0) < 2
      return FoundCamera(node, name: isAlone ? name : "\(name) (\(node.capability.bus))")
    }
  }

  private init(_ node: ProbedNode, name: String) {
    self.node = node
    device = CameraDevice(
      id: node.id, name: name, backend: V4L2Backend.backendName, position: node.positionClaim,
      formats: node.modes, concurrency: node.concurrency, kernelNode: node.path,
      isDirect: true)
  }

  private static func withoutInfraRed(_ nodes: [ProbedNode]) -> [ProbedNode] {
    let colored = Set(nodes.lazy.filter { !$0.isGrey }.compactMap(\.sysfs.usb?.folder))
    return nodes.filter { node in
      guard node.isGrey, let device = node.sysfs.usb?.folder else { return true }
      return !colored.contains(device)
    }
  }

  private static func onePerIdentity(_ nodes: [ProbedNode]) -> [ProbedNode] {
    Dictionary(grouping: nodes, by: \.id).values
      .compactMap { $0.max { ($0.modes.count, -$0.number) < ($1.modes.count, -$1.number) } }
      .sorted { $0.id < $1.id }
  }
}

extension ProbedNode {
  fileprivate var positionClaim: PositionClaim {
    if let position { return PositionClaim(position, source: .kernel) }
    return sysfs.usb?.removable == "fixed" ? PositionClaim(.front, source: .usbFixed) : .unknown
  }

  /// Cameras of one USB bus may not have the bandwidth for both; others do not disturb each other.
  fileprivate var concurrency: CameraDevice.Concurrency {
    sysfs.usb.map { .group("usb\($0.bus)") } ?? .independent
  }
}
