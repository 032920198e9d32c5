/// Which way a camera looks.
public enum CameraPosition: String, Hashable, Sendable, CaseIterable {
  /// At the person who looks at the screen.
  case front
  /// Away from that person.
  case back
  /// Not fixed to the machine.
  case external
  /// Nobody says.
  case unknown

  /// The side that a flip goes to; nil where there is none.
  public var opposite: CameraPosition? {
    switch self {
    case .front: .back
    case .back: .front
    case .external, .unknown: nil
    }
  }
}

/// A position and who says so: on Linux a position is a claim, and some claims are better than others.
public struct PositionClaim: Hashable, Sendable {
  /// Who says so, the most trusted first.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The person who uses the machine.
    case user
    /// The kernel's orientation control, from firmware or device tree.
    case kernel
    /// libcamera's location property.
    case libcamera
    /// The platform's own statement (AVFoundation).
    case platform
    /// A virtual camera's script.
    case script
    /// USB says that the device is built in: probably front.
    case usbFixed
    /// Nobody.
    case unknown
  }

  /// Which way the camera looks.
  public var position: CameraPosition
  /// Who says so.
  public var source: Source

  /// Makes a claim.
  public init(_ position: CameraPosition, source: Source) {
    self.position = position
    self.source = source
  }

  /// No claim at all.
  public static let unknown = PositionClaim(.unknown, source: .unknown)
}
