/// How the preview goes from one camera to the other.
public enum Transition: String, Hashable, Sendable, CaseIterable {
  /// The view turns around its upright axis: its left edge comes to the front and goes right.
  case flipFromLeft
  /// The view turns around its upright axis: its right edge comes to the front and goes left.
  case flipFromRight
  /// The old picture fades into the new one.
  case crossDissolve
  /// The new picture as soon as there is one.
  case none
}
