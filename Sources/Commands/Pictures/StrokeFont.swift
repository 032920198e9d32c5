import Glibc

/// The few characters that a label of a time needs, as strokes with round ends.
///
/// A glyph is a list of strokes in a box 4 wide and 6 high, y down; it scales to any size and needs
/// no font of the system.
enum StrokeFont {
  private typealias Point = (x: Double, y: Double)

  private static let strokes: [Character: [[Point]]] = [
    "0": [oval(2, 1.5, 2, 1.5, 180, 360) + oval(2, 4.5, 2, 1.5, 0, 180) + [(0, 1.5)]],
    "1": [[(0.8, 1.2), (2.2, 0), (2.2, 6)]],
    "2": [oval(2, 1.7, 1.9, 1.7, 190, 385) + [(0.1, 6), (4, 6)]],
    "3": [oval(2, 1.5, 1.7, 1.5, 205, 450) + oval(2, 4.45, 1.95, 1.55, 270, 515)],
    "4": [[(4, 4.2), (0, 4.2), (2.9, 0), (2.9, 6)]],
    "5": [[(3.6, 0), (0.7, 0), (0.4, 2.7)] + oval(1.9, 4.1, 2.0, 1.9, 225, 505)],
    "6": [[(3.0, 0), (0.5, 3.2)] + oval(2, 4.2, 1.9, 1.8, 200, 560)],
    "7": [[(0, 0), (4, 0), (1.4, 6)]],
    "8": [oval(2, 1.4, 1.65, 1.4, 0, 360), oval(2, 4.4, 1.95, 1.6, 0, 360)],
    "9": [oval(2, 1.8, 1.9, 1.8, 20, 380) + [(1.0, 6)]],
    ".": [[(0.4, 5.8), (0.4, 5.8)]],
    "-": [[(0.5, 3.4), (3.5, 3.4)]],
    "+": [[(0.5, 3.4), (3.5, 3.4)], [(2, 1.9), (2, 4.9)]],
    "s": [oval(1.5, 3.1, 1.4, 1.0, 330, 90) + oval(1.5, 5.0, 1.5, 1.0, 270, 510)],
    " ": [],
  ]

  /// Width of the box and the gap after it.
  private static func advance(_ character: Character) -> Double {
    switch character {
    case ".": 2.0
    case " ": 2.4
    case "s": 4.4
    default: 5.4
    }
  }

  /// The width of a text.
  static func width(_ text: String, height: Double) -> Double {
    text.reduce(0) { $0 + advance($1) } * height / 6
  }

  /// Draws a text; characters without a glyph leave a gap.
  ///
  /// - Parameters:
  ///   - height: of a digit, in pixels; strokes are a seventh of that.
  ///   - x: left edge.
  ///   - y: upper edge of the digits.
  static func draw(
    _ text: String, on canvas: inout Canvas, x: Double, y: Double, height: Double,
    color: Canvas.Color
  ) {
    let unit = height / 6
    var left = x
    for character in text {
      for stroke in strokes[character] ?? [] {
        let points = stroke.map { (x: left + $0.x * unit, y: y + $0.y * unit) }
        draw(stroke: points, radius: height / 14, on: &canvas, color: color)
      }
      left += advance(character) * unit
    }
  }

  private static func draw(
    stroke: [Point], radius: Double, on canvas: inout Canvas, color: Canvas.Color
  ) {
    guard let first = stroke.first else { return }
    let (left, right) = stroke.reduce((first.x, first.x)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    let (top, bottom) = stroke.reduce((first.y, first.y)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    for y in Int(top - radius) - 1...Int(bottom + radius) + 1 {
      for x in Int(left - radius) - 1...Int(right + radius) + 1 {
        let point = (x: Double(x) + 0.5, y: Double(y) + 0.5)
        let distance = zip(stroke, stroke.dropFirst())
          .map { self.distance(point, from: $0, to: $1) }.min()
        guard let distance else { continue }
        canvas.blend(color, x: x, y: y, coverage: radius + 0.5 - distance)
      }
    }
  }

  private static func distance(_ point: Point, from start: Point, to end: Point) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = dx * dx + dy * dy
    let along = (point.x - start.x) * dx + (point.y - start.y) * dy
    let part = length > 0 ? min(max(along / length, 0), 1) : 0
    let (x, y) = (point.x - start.x - part * dx, point.y - start.y - part * dy)
    return (x * x + y * y).squareRoot()
  }

  /// Points on an ellipse; degrees from the right, clockwise as y goes down.
  private static func oval(
    _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, _ from: Double, _ to: Double
  ) -> [Point] {
    (0...20).map { step in
      let angle = (from + (to - from) * Double(step) / 20) * .pi / 180
      return (x + radiusX * cos(angle), y + radiusY * sin(angle))
    }
  }
}
