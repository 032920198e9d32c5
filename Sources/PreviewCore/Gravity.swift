/// How a picture is fitted to a viewport of another shape.
public enum Gravity: String, Hashable, Sendable, CaseIterable {
  /// Stretched to fill the viewport; the picture's own shape is lost.
  case resize
  /// As large as fits whole; the background shows at two sides.
  case aspectFit
  /// As small as covers the viewport; two sides are cut off.
  case aspectFill
}
