/// A smaller picture that lies over the main one.
public struct Inset: Sendable {
  /// What it shows.
  public var face: Face
  /// Its left edge, a share of the viewport's width.
  public var x: Double
  /// Its upper edge, a share of the viewport's height.
  public var y: Double
  /// Its width, a share of the viewport's.
  public var width: Double
  /// Its height, a share of the viewport's.
  public var height: Double
  /// How round its corners are: 0 not at all, 1 as round as a circle on its shorter edges.
  public var roundness: Double

  /// Makes an inset; the picture fills it, cut off at two sides where its shape is another.
  public init(
    face: Face, x: Double, y: Double, width: Double, height: Double, roundness: Double = 0
  ) {
    self.face = face
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.roundness = roundness
  }
}
