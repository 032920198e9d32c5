import MediaTypes

/// Where a picture's badge and the squares of its code lie, in units that scale with the picture.
///
/// A unit is a sixtieth of the shorter edge. The badge stands in the lower left, far enough from the
/// left edge that a wide picture cropped to 4:3 still shows it.
struct FrameCodeGrid {
  static let columns = 16
  static let rows = 7

  /// The badge's size in units.
  static let badgeWidth = 36.0
  static let badgeHeight = 11.0
  /// From the badge's edge to the code, in units.
  static let margin = 2.0

  /// Pixels in a unit.
  let unit: Double
  /// The badge's left edge in pixels.
  let left: Double
  /// The badge's upper edge in pixels.
  let top: Double

  init(width: Double, height: Double) {
    unit = min(width, height) / 60
    left = min(16 * unit, max(0, (width - Self.badgeWidth * unit) / 2))
    top = height - (Self.badgeHeight + 4) * unit
  }

  init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }

  /// The left edge of a column of squares; column 16 gives the end of the field.
  func x(column: Double) -> Double { left + (Self.margin + column) * unit }

  /// The upper edge of a row of squares; row 7 gives the end of the field.
  func y(row: Double) -> Double { top + (Self.margin + row) * unit }
}
