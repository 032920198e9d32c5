import MediaTypes

/// A line of the project's own lettering as a picture of its coverage, for other modules of this
/// package that label pictures.
package struct Lettering: Sendable {
  /// From the text's left edge to that of the picture.
  package let x: Int
  /// From the text's upper edge to that of the picture.
  package let y: Int
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// How much of each pixel is covered, 0 ... 255, row by row from the top.
  package let coverage: [UInt8]

  /// Letters a text.
  ///
  /// - Parameters:
  ///   - text: in capitals, but for the unit `s`; what the font lacks stays blank.
  ///   - capHeight: of a capital or digit, in pixels.
  package init(_ text: String, capHeight: Double) {
    // Strokes reach half their width beyond their points.
    let margin = StrokeFont.weight * capHeight
    let outline = StrokeFont.outline(text, height: capHeight).placed(at: Point(margin, margin))
    let size = PixelSize(
      width: Int(StrokeFont.width(text, height: capHeight) + 2 * margin + 1),
      height: Int(capHeight + 2 * margin + 1))
    let mask = Mask(outline, within: size)
    (x, y, width, height) = (mask.x, mask.y, mask.width, mask.height)
    coverage = mask.coverage
  }
}
