/// The stable name of a microphone: made of card, bus path, serial number and product, never of a
/// device number or a place in a list.
public struct MicrophoneID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Printable text, the same each time.
  public let rawValue: String

  /// Makes an identity from its text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Orders by text, for lists that must not jump.
  public static func < (left: MicrophoneID, right: MicrophoneID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The text.
  public var description: String { rawValue }
}
