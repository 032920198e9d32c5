/// A movie that is kept in memory and never written: for tests.
public struct MovieInMemory: Sendable {
  /// Makes an empty one.
  public init() {}
}
