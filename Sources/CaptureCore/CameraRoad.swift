public import MediaTypes

/// One way to a camera: the back end that reaches it, and what can be had that way.
public struct CameraRoad: Identifiable, Hashable, Sendable {
  /// What tells roads apart.
  public struct ID: Hashable, Sendable {
    /// The name of the back end.
    public let backend: String
    /// What that back end calls the camera.
    public let camera: CameraID
  }

  /// The back end and its name for the camera.
  public let id: ID
  /// The modes that this project can use, in the source's order; may be empty when the source lists none.
  public let formats: [CameraFormat]
  /// Whether the camera can run beside another one of the same back end.
  public let concurrency: CameraDevice.Concurrency
  /// The kernel's device behind it, such as `/dev/video0`, where the back end knows it: what tells
  /// that cameras of two back ends are one. Changes with every plug, so it is no identity.
  public let kernelNode: String?
  /// Whether the back end talks to the device itself and not to a service that has it: then its name
  /// for the camera is the camera's identity, whoever else reaches it.
  public let isDirect: Bool
}
