/// The stable name of a camera: made of bus path, serial number and product, never of a device
/// number or a place in a list, so that it is the same after a restart and after a replug.
public struct CameraID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Printable text, the same each time.
  public let rawValue: String

  /// Makes an identity from its text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Orders by text, for lists that must not jump.
  public static func < (left: CameraID, right: CameraID) -> Bool { left.rawValue < right.rawValue }

  /// The text.
  public var description: String { rawValue }
}
