/// A part of a picture, in whole pixels from its upper left corner.
public struct PixelRectangle: Hashable, Sendable {
  /// Columns to the left of it.
  public var x: Int
  /// Rows above it.
  public var y: Int
  /// Its width and height.
  public var size: PixelSize

  /// Makes a rectangle; any numbers are taken here, `VideoFrame` checks them.
  public init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// All of a picture.
  public init(whole size: PixelSize) { self.init(x: 0, y: 0, size: size) }

  /// Whether it has an area and lies inside a picture.
  public func lies(in picture: PixelSize) -> Bool {
    size.isValid && (0...PixelSize.maximumEdge).contains(x)
      && (0...PixelSize.maximumEdge).contains(y)
      && x + size.width <= picture.width && y + size.height <= picture.height
  }
}
