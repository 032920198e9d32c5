/// How the preview goes from one camera to the other.
public enum Transition: String, Hashable, Sendable, CaseIterable {
  /// The view turns around its upright axis: its left edge comes to the front and goes right.
  case flipFromLeft
  /// The view turns around its upright axis: its right edge comes to the front and goes left.
  case flipFromRight
  /// The view turns around its level axis: its upper edge comes to the front and goes down.
  case flipFromTop
  /// The view turns around its level axis: its lower edge comes to the front and goes up.
  case flipFromBottom
  /// The old picture rolls up from its lower right corner, as a page that is turned, and bares the new.
  case curlUp
  /// The new picture rolls down over the old one, as a page that is turned back.
  case curlDown
  /// The old picture fades into the new one.
  case crossDissolve
  /// The new picture as soon as there is one.
  case none

  /// Around which line of the view a flip turns.
  public enum Axis: Hashable, Sendable {
    /// Through the middle of the upper and lower edge.
    case upright
    /// Through the middle of the left and right edge.
    case level
  }

  /// The axis of a flip, and whether it turns with the left or upper edge to the front (1) or the other
  /// way (-1); nil for what is no flip.
  public var turn: (axis: Axis, direction: Double)? {
    switch self {
    case .flipFromLeft: (.upright, 1)
    case .flipFromRight: (.upright, -1)
    case .flipFromTop: (.level, 1)
    case .flipFromBottom: (.level, -1)
    case .curlUp, .curlDown, .crossDissolve, .none: nil
    }
  }

  /// Whether nothing of it is seen before the new picture is there, since it is the new picture that
  /// moves.
  public var waitsForNewPicture: Bool { self == .crossDissolve || self == .curlDown }

  /// The same change for somebody to whom large movements are unpleasant: a dissolve in place of
  /// anything that moves.
  public var calm: Transition { self == .none ? .none : .crossDissolve }
}
