/// One opening of one camera: a camera that is opened again gets a new one, so that a late frame or
/// answer of the old opening is never taken for one of the new.
public struct StreamID: Hashable, Comparable, Sendable {
  /// Counts up from 1 within an engine.
  public let rawValue: UInt64

  /// Makes an identity from its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders by age, the oldest first.
  public static func < (left: StreamID, right: StreamID) -> Bool { left.rawValue < right.rawValue }
}
