/// One flip, from the wish to its end.
public struct FlipID: Hashable, Comparable, Sendable {
  /// Counts up from 1 within an engine.
  public let rawValue: UInt64

  /// Makes an identity from its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders by age, the oldest first.
  public static func < (left: FlipID, right: FlipID) -> Bool { left.rawValue < right.rawValue }
}
