public import MediaTypes

/// A camera that is there.
public struct CameraDevice: Identifiable, Hashable, Sendable {
  /// Whether this camera can run beside another one.
  public enum Concurrency: Hashable, Sendable {
    /// Beside any camera.
    case independent
    /// Beside cameras of another group, such as another USB bus, but not of this one.
    case group(String)
    /// Nobody knows; treated as not at all.
    case unknown
  }

  /// Stable identity, the same on every road.
  public let id: CameraID
  /// For a person: one line of printable text, at most `maximumNameLength` characters.
  public let name: String
  /// Which way it looks, and who says so.
  public let position: PositionClaim
  /// The way that is used to it.
  public let road: CameraRoad
  /// Other ways to the same camera, the preferred first.
  public let otherRoads: [CameraRoad]

  /// The longest name kept, in characters.
  public static let maximumNameLength = 120

  /// Makes a device that one back end reaches; the name is cleaned of control characters and cut,
  /// since it comes from outside.
  ///
  /// - Parameters:
  ///   - isDirect: whether the back end talks to the device itself, so that `id` is its identity on
  ///     every road.
  public init(
    id: CameraID, name: String, backend: String, position: PositionClaim,
    formats: [CameraFormat], concurrency: Concurrency, kernelNode: String? = nil,
    isDirect: Bool = false
  ) {
    let road = CameraRoad(
      id: .init(backend: backend, camera: id), formats: formats, concurrency: concurrency,
      kernelNode: kernelNode, isDirect: isDirect)
    self.init(id: id, name: Self.printable(name), position: position, roads: (road, []))
  }

  init(
    id: CameraID, name: String, position: PositionClaim,
    roads: (used: CameraRoad, others: [CameraRoad])
  ) {
    self.id = id
    self.name = name
    self.position = position
    road = roads.used
    otherRoads = roads.others
  }

  /// Whether two cameras can both be streaming.
  public func canStream(beside other: CameraDevice) -> Bool {
    switch (concurrency, other.concurrency) {
    case (.unknown, _), (_, .unknown): false
    case (.independent, _), (_, .independent): true
    // Groups of different back ends say nothing about each other.
    case (.group(let mine), .group(let theirs)): mine != theirs && backend == other.backend
    }
  }
}

// MARK: - Roads

extension CameraDevice {
  /// The name of the back end that reaches it.
  public var backend: String { road.id.backend }

  /// The modes that this project can use, in the source's order; may be empty when the source lists none.
  public var formats: [CameraFormat] { road.formats }

  /// Whether it can run beside another.
  public var concurrency: Concurrency { road.concurrency }

  /// The kernel's device behind it, such as `/dev/video0`, where the back end knows it.
  public var kernelNode: String? { road.kernelNode }

  /// Every way to it, the one that is used first.
  public var roads: [CameraRoad] { [road] + otherRoads }

  /// Whether this is the same camera as another, be it under another name.
  public func isSame(as other: CameraDevice) -> Bool {
    id == other.id
      || other.roads.contains { road in
        reaches(road.id)
          || roads.contains { $0.kernelNode != nil && $0.kernelNode == road.kernelNode }
      }
  }

  /// Whether a road leads to this camera.
  func reaches(_ road: CameraRoad.ID) -> Bool {
    self.road.id == road || otherRoads.contains { $0.id == road }
  }

  /// Whether it goes by a name, its own or that of one of its roads.
  func answers(to camera: CameraID) -> Bool {
    id == camera || road.id.camera == camera || otherRoads.contains { $0.id.camera == camera }
  }

  /// The same camera by the first of its roads for which something holds; nil when there is none.
  func by(_ isWanted: (CameraRoad.ID) -> Bool) -> CameraDevice? {
    let roads = roads
    guard let index = roads.firstIndex(where: { isWanted($0.id) }) else { return nil }
    var others = roads
    let used = others.remove(at: index)
    return CameraDevice(id: id, name: name, position: position, roads: (used, others))
  }

  /// The same camera with another claim of where it looks.
  func positioned(_ claim: PositionClaim) -> CameraDevice {
    CameraDevice(id: id, name: name, position: claim, roads: (road, otherRoads))
  }
}

/// The cameras at one moment, and what keeps others from being seen.
public struct DeviceList: Hashable, Sendable {
  /// In a stable order.
  public var devices: [CameraDevice]
  /// Why the list may be incomplete, with the remedy; nil when all is well.
  public var problem: CaptureError?

  /// Makes a list.
  public init(devices: [CameraDevice] = [], problem: CaptureError? = nil) {
    self.devices = devices
    self.problem = problem
  }
}
