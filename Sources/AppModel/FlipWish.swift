public import Viewfinder

/// How a person wants flips to look.
public struct FlipWish: Hashable, Sendable {
  /// What is to be seen.
  public var transition = Transition.flipFromLeft
  /// How long it takes with a camera that starts quickly.
  public var duration = MediaTime.seconds(1)
  /// How the turn follows time.
  public var curve = TimingCurve.easeInOut

  /// The usual: a flip from the left in a second.
  public init() {}
}
