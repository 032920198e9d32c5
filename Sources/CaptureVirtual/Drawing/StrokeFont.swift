/// The project's own lettering: capitals, digits and a few marks drawn as strokes of even width with
/// round ends, so that they stay legible at any size.
enum StrokeFont {
  /// From one character to the next, in cap heights.
  static let advance = 0.92
  /// Width of the strokes in cap heights.
  static let weight = 0.135

  /// The outline of a text, its upper left at the origin.
  ///
  /// - Parameter height: of a capital, in pixels. What the font lacks stays blank.
  static func path(_ text: String, height: Double) -> Path {
    outline(text.uppercased(), height: height)
  }

  /// The same for a text that is in capitals already, but for the unit `s`.
  static func outline(_ text: String, height: Double) -> Path {
    var path = Path()
    for (index, character) in text.enumerated() {
      path = path + glyph(character, at: Point(Double(index) * advance * height, 0), height: height)
    }
    return path
  }

  static func width(_ text: String, height: Double) -> Double {
    (Double(text.count) * advance - (advance - 4 / 6)) * height
  }

  private static func glyph(_ character: Character, at origin: Point, height: Double) -> Path {
    (strokes[character] ?? "").split(separator: "/").reduce(Path()) { path, stroke in
      let line = points(stroke).map { origin + $0 * (height / 6) }
      return path + Path.stroke(line, width: weight * height)
    }
  }

  /// Reads one stroke: points `x y`, or arcs `a x y radiusX radiusY from to` in degrees.
  private static func points(_ stroke: Substring) -> [Point] {
    stroke.split(separator: ";").flatMap { item in
      let isArc = item.hasPrefix("a")
      let numbers = (isArc ? item.dropFirst() : item).split(separator: " ").compactMap {
        Double($0)
      }
      if isArc, numbers.count == 6 {
        return Path.arc(
          Point(numbers[0], numbers[1]), numbers[2], numbers[3], from: numbers[4], to: numbers[5])
      }
      return numbers.count == 2 ? [Point(numbers[0], numbers[1])] : []
    }
  }

  /// Strokes in a box 4 wide and 6 high, y downwards.
  private static let strokes: [Character: String] = [
    "0": "a2 2 2 2 180 360;a2 4 2 2 0 180;0 2",
    "1": "0.6 1.2;2.3 0;2.3 6",
    "2": "a2 1.9 1.9 1.9 190 395;0.1 6;4 6",
    "3": "a2 1.45 1.6 1.45 200 450/a2 4.45 1.9 1.55 -90 160",
    "4": "2.7 0;0 4.3;4 4.3/3.1 2.6;3.1 6",
    "5": "3.6 0;0.6 0;a1.9 4.05 2 1.95 -140 150",
    "6": "3 0;a2 4.05 2 1.95 205 565",
    "7": "0 0;4 0;1.4 6",
    "8": "a2 1.45 1.55 1.45 0 360/a2 4.45 1.9 1.55 0 360",
    "9": "1 6;a2 1.95 2 1.95 25 385",
    "A": "0 6;2 0;4 6/0.7 4.1;3.3 4.1",
    "B": "0 0;0 6;a2.35 4.4 1.6 1.6 90 -90;0 2.8/0 0;a2.2 1.4 1.45 1.4 -90 90",
    "C": "a2 2 2 2 -25 -180;a2 4 2 2 180 25",
    "D": "0 0;0 6;a1.9 3.9 2.1 2.1 90 0;a1.9 2.1 2.1 2.1 0 -90;0 0",
    "E": "3.7 0;0 0;0 6;3.7 6/0 3;3.2 3",
    "F": "3.8 0;0 0;0 6/0 3;3.2 3",
    "G": "a2 2 2 2 -25 -180;a2 4 2 2 180 0;4 3.2;2.3 3.2",
    "H": "0 0;0 6/4 0;4 6/0 3;4 3",
    "I": "2 0;2 6",
    "J": "3.6 0;a1.8 4.2 1.8 1.8 0 165",
    "K": "0 0;0 6/3.9 0;0 3.7/1.5 2.3;4 6",
    "L": "0.2 0;0.2 6;3.8 6",
    "M": "0 6;0 0;2 3.4;4 0;4 6",
    "N": "0 6;0 0;4 6;4 0",
    "O": "a2 2 2 2 180 360;a2 4 2 2 0 180;0 2",
    "P": "0 6;0 0;a2.3 1.7 1.7 1.7 -90 90;0 3.4",
    "Q": "a2 2 2 2 180 360;a2 4 2 2 0 180;0 2/2.6 4.5;4.1 6.2",
    "R": "0 6;0 0;a2.3 1.7 1.7 1.7 -90 90;0 3.4/2.2 3.4;4 6",
    "S": "a2 1.5 1.8 1.5 -25 -270;a2 4.5 1.9 1.5 -90 155",
    "T": "0 0;4 0/2 0;2 6",
    "U": "0 0;a2 4 2 2 180 0;4 0",
    "V": "0 0;2 6;4 0",
    "W": "-0.2 0;0.9 6;2 1.4;3.1 6;4.2 0",
    "X": "0 0;4 6/4 0;0 6",
    "Y": "0 0;2 2.9;4 0/2 2.9;2 6",
    "Z": "0 0;4 0;0 6;4 6",
    "s": "a1.9 3.35 1.45 1.05 -25 -270;a1.9 5.05 1.5 0.95 -90 155",
    ":": "2 1.7;2 1.7/2 4.5;2 4.5",
    ".": "2 6;2 6",
    "-": "0.8 3;3.2 3",
    "#": "1.5 0.6;0.9 5.4/3.1 0.6;2.5 5.4/0.2 2;4 2/0 4;3.8 4",
    "/": "3.6 -0.2;0.4 6.2",
    "↑": "2 6;2 0.2/-0.3 2.5;2 0.2;4.3 2.5",
  ]
}
