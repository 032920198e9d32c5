public import MediaTypes

/// The cameras of several back ends as one list, and the rules that pick from it.
///
/// A camera that several back ends reach (by its identity, or by the kernel's device behind it) is
/// listed once, under the name that a back end gives it which talks to the device itself, and keeps
/// that name when its roads come and go. The road is that of the first back end whose modes are as
/// good as any other's; the position is the claim that is trusted most. The order never jumps: back
/// ends in their order of priority, then identities.
///
/// *Context*: a plain value.
public struct DeviceDirectory: Sendable {
  private let backendOrder: [String]
  private let wish: FormatWish
  private var lists: [String: DeviceList] = [:]
  private var overrides: [CameraID: CameraPosition] = [:]
  private var identities: [CameraRoad.ID: CameraID] = [:]

  /// All cameras, and the problem of the first back end that has one.
  public private(set) var list = DeviceList()

  /// Makes an empty directory.
  ///
  /// - Parameters:
  ///   - backendOrder: names of back ends, the preferred first.
  ///   - wish: what is wanted of a camera's modes, which decides between two roads to it.
  public init(backendOrder: [String], wish: FormatWish = FormatWish()) {
    self.backendOrder = backendOrder
    self.wish = wish
  }

  /// All cameras in their stable order.
  public var devices: [CameraDevice] { list.devices }

  /// Every road to every camera.
  var roads: Set<CameraRoad.ID> { Set(devices.lazy.flatMap(\.roads).map(\.id)) }

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
    var join = CameraJoin(identities: identities)
    // First those that know who a camera is.
    for list in ranked {
      for device in list.devices where device.road.isDirect { join.add(device) }
    }
    for list in ranked {
      for device in list.devices where !device.road.isDirect { join.add(device) }
    }
    identities = join.identities
    let devices = join.cameras(backendOrder: backendOrder, wish: wish).map { device in
      overrides[device.id].map { device.positioned(PositionClaim($0, source: .user)) } ?? device
    }
    let merged = DeviceList(devices: devices, problem: ranked.lazy.compactMap(\.problem).first)
    defer { list = merged }
    return merged != list
  }
}

// MARK: - Picking

extension DeviceDirectory {
  /// The camera with an identity, or with a name that one of its back ends has for it, or had.
  public subscript(camera: CameraID) -> CameraDevice? {
    devices.first { $0.id == camera } ?? devices.first { $0.answers(to: camera) }
      ?? devices.first { device in
        identities.contains { $0.key.camera == camera && $0.value == device.id }
      }
  }

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
    let shown = current.flatMap { self[$0]?.id }
    guard let index = devices.firstIndex(where: { $0.id == shown }) else { return devices.first }
    if let opposite = devices[index].position.position.opposite, let device = first(at: opposite) {
      return device
    }
    let next = devices[(index + 1) % devices.count]
    return next.id == shown ? nil : next
  }

  private func first(at position: CameraPosition) -> CameraDevice? {
    devices.first { $0.position.position == position }
  }
}
