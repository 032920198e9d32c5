public import MediaTypes

/// The cameras of several back ends as one list, and the rules that pick from it.
///
/// A camera that two back ends reach (by its identity, or by the kernel's device behind it) is listed
/// once, with the earlier back end that lists modes for it, and with the position claim that is
/// trusted most. The order never jumps: back ends in their
/// order of priority, then identities.
///
/// *Context*: a plain value.
public struct DeviceDirectory: Sendable {
  private let backendOrder: [String]
  private var lists: [String: DeviceList] = [:]
  private var overrides: [CameraID: CameraPosition] = [:]

  /// All cameras, and the problem of the first back end that has one.
  public private(set) var list = DeviceList()

  /// Makes an empty directory.
  ///
  /// - Parameter backendOrder: names of back ends, the preferred first.
  public init(backendOrder: [String]) {
    self.backendOrder = backendOrder
  }

  /// All cameras in their stable order.
  public var devices: [CameraDevice] { list.devices }

  /// Takes the latest list of one back end.
  ///
  /// - Returns: whether the merged list has changed.
  @discardableResult
  public mutating func update(_ list: DeviceList, from backend: String) -> Bool {
    lists[backend] = list
    return merge()
  }

  /// Says where a camera looks, over any other claim; nil takes the word back.
  ///
  /// - Returns: whether the merged list has changed.
  @discardableResult
  public mutating func override(position: CameraPosition?, of camera: CameraID) -> Bool {
    overrides[camera] = position
    return merge()
  }

  private mutating func merge() -> Bool {
    let ranked = backendOrder.compactMap { lists[$0] }
    var devices: [CameraDevice] = []
    var indexes: [CameraID: Int] = [:]
    var nodes: [String: Int] = [:]
    for device in ranked.flatMap({ $0.devices.sorted { $0.id < $1.id } }) {
      if let index = indexes[device.id] ?? device.kernelNode.flatMap({ nodes[$0] }) {
        devices[index] = devices[index].merged(with: device)
      } else {
        indexes[device.id] = devices.count
        if let node = device.kernelNode { nodes[node] = devices.count }
        devices.append(device)
      }
    }
    devices = devices.map { device in
      overrides[device.id].map { device.positioned(PositionClaim($0, source: .user)) } ?? device
    }
    let merged = DeviceList(devices: devices, problem: ranked.lazy.compactMap(\.problem).first)
    defer { list = merged }
    return merged != list
  }
}

// MARK: - Picking

extension DeviceDirectory {
  /// The camera with an identity.
  public subscript(camera: CameraID) -> CameraDevice? { devices.first { $0.id == camera } }

  /// The camera that a choice stands for: `automatic` is the first back camera, as a phone has it,
  /// else the first of the list.
  ///
  /// - Returns: nil when no camera that is there fits.
  public func device(for choice: CameraChoice) -> CameraDevice? {
    switch choice {
    case .automatic: first(at: .back) ?? devices.first
    case .id(let camera): self[camera]
    case .position(let position): first(at: position)
    }
  }

  /// Where a flip goes: to the opposite position when that is known, else to the next camera.
  ///
  /// - Parameter current: the camera that is shown; one that is gone, or nil, leads to the first.
  /// - Returns: nil when there is no other camera.
  public func flipTarget(from current: CameraID?) -> CameraDevice? {
    guard let index = devices.firstIndex(where: { $0.id == current }) else { return devices.first }
    if let opposite = devices[index].position.position.opposite, let device = first(at: opposite) {
      return device
    }
    let next = devices[(index + 1) % devices.count]
    return next.id == current ? nil : next
  }

  private func first(at position: CameraPosition) -> CameraDevice? {
    devices.first { $0.position.position == position }
  }
}

extension CameraDevice {
  /// The same camera with another claim of where it looks.
  func positioned(_ claim: PositionClaim) -> CameraDevice {
    CameraDevice(
      id: id, name: name, backend: backend, position: claim, formats: formats,
      concurrency: concurrency, kernelNode: kernelNode)
  }

  /// One camera of two claims: this one leads unless it lists no modes and the other does.
  fileprivate func merged(with other: CameraDevice) -> CameraDevice {
    let claims = PositionClaim.Source.allCases
    let trust = { (claim: PositionClaim) in claims.firstIndex(of: claim.source) ?? claims.count }
    let claim = trust(other.position) < trust(position) ? other.position : position
    return (formats.isEmpty && !other.formats.isEmpty ? other : self).positioned(claim)
  }
}
