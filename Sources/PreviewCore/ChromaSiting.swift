public import MediaTypes

/// Where a colour sample lies among the pixels that share it.
///
/// No source says it, so there is one rule for all renderers: frames of limited range are video, whose
/// colour lies on the left pixel (MPEG-2, H.264 and BT.601's default; H.273 chroma location 0); frames
/// of full range are JPEG's kin, whose colour lies in the middle (JFIF 1.02). Down, it always lies in
/// the middle.
public enum ChromaSiting: Hashable, Sendable {
  /// On the left one of two pixels.
  case left
  /// Between two pixels.
  case center

  /// The siting for a colour description, by the rule above.
  public init(_ color: ColorDescription) {
    self = color.range == .limited ? .left : .center
  }

  /// How far to the right of the common position, in samples of the plane, colour is to be read:
  /// a picture's position `x` (in pixels, 0 at the left edge) is `x / subsampling + shift` in the
  /// plane.
  ///
  /// - Parameter subsampling: pixels that one sample covers, across: 1 or 2.
  public func shift(subsampling: Int) -> Double {
    self == .left ? 0.5 - 0.5 / Double(subsampling) : 0
  }
}
