public import Viewfinder

/// Where a finger has swiped to.
public enum SwipeDirection: Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down

  /// Slower than this, in logical pixels a second, is no swipe.
  public static let leastVelocity = 300.0

  /// Reads a velocity in logical pixels a second, to the right and down.
  ///
  /// - Returns: nil for one that is too slow, or no number.
  public init?(velocity: (x: Double, y: Double)) {
    let (x, y) = velocity
    let isAcross = abs(x) >= abs(y)
    guard (isAcross ? abs(x) : abs(y)) >= Self.leastVelocity else { return nil }
    self = isAcross ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
  }

  /// The same transition, following the finger where it has a direction.
  public func steer(_ transition: Transition) -> Transition {
    switch (transition, self) {
    case (.flipFromLeft, _), (.flipFromRight, _), (.flipFromTop, _), (.flipFromBottom, _): flip
    case (.curlUp, .down): .curlDown
    case (.curlDown, .up): .curlUp
    default: transition
    }
  }

  private var flip: Transition {
    switch self {
    case .left: .flipFromRight
    case .right: .flipFromLeft
    case .up: .flipFromBottom
    case .down: .flipFromTop
    }
  }
}
