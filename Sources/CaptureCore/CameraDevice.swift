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

  /// Stable identity.
  public let id: CameraID
  /// For a person: one line of printable text, at most `maximumNameLength` characters.
  public let name: String
  /// The name of the back end that reaches it.
  public let backend: String
  /// Which way it looks, and who says so.
  public let position: PositionClaim
  /// The modes that this project can use, in the source's order; may be empty when the source lists none.
  public let formats: [CameraFormat]
  /// Whether it can run beside another.
  public let concurrency: Concurrency
  /// The kernel's device behind it, such as `/dev/video0`, where the back end knows it: what tells
  /// that cameras of two back ends are one. Changes with every plug, so it is no identity.
  public let kernelNode: String?

  /// The longest name kept, in characters.
  public static let maximumNameLength = 120

  /// Makes a device; the name is cleaned of control characters and cut, since it comes from outside.
  public init(
    id: CameraID, name: String, backend: String, position: PositionClaim,
    formats: [CameraFormat], concurrency: Concurrency, kernelNode: String? = nil
  ) {
    self.id = id
    self.name = Self.printable(name)
    self.backend = backend
    self.position = position
    self.formats = formats
    self.concurrency = concurrency
    self.kernelNode = kernelNode
  }

  /// Whether two cameras can both be streaming.
  public func canStream(beside other: CameraDevice) -> Bool {
    switch (concurrency, other.concurrency) {
    case (.unknown, _), (_, .unknown): false
    case (.independent, _), (_, .independent): true
    case (.group(let mine), .group(let theirs)): mine != theirs
    }
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
