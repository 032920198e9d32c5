/// A point or a distance in pixels; y counts downwards.
struct Point: Hashable, Sendable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }

  static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
  static func - (left: Point, right: Point) -> Point { Point(left.x - right.x, left.y - right.y) }
  static func * (left: Point, scale: Double) -> Point { Point(left.x * scale, left.y * scale) }

  var length: Double { (x * x + y * y).squareRoot() }
}

/// An outline of closed polygons, filled where the winding number is not zero.
struct Path: Sendable {
  private(set) var polygons: [[Point]] = []

  /// Points from one to the next of a curve's own.
  private static let stepsOfCurve = 12

  init(_ polygons: [[Point]] = []) { self.polygons = polygons }

  init(polygon: [(Double, Double)]) { polygons = [polygon.map { Point($0.0, $0.1) }] }

  static func + (left: Path, right: Path) -> Path { Path(left.polygons + right.polygons) }

  /// The same outline moved, turned (degrees, clockwise) and scaled about the origin before that.
  func placed(at origin: Point, scale: Double = 1, degrees: Double = 0) -> Path {
    let axis = CLibrary.direction(degrees: degrees) * scale
    return Path(
      polygons.map { polygon in
        polygon.map {
          Point(
            origin.x + $0.x * axis.x - $0.y * axis.y, origin.y + $0.x * axis.y + $0.y * axis.x)
        }
      })
  }

  static func ellipse(_ center: Point, _ radiusX: Double, _ radiusY: Double) -> Path {
    Path([arc(center, radiusX, radiusY, from: 0, to: 360)])
  }

  static func circle(_ center: Point, _ radius: Double) -> Path { ellipse(center, radius, radius) }

  static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 0
  ) -> Path {
    guard corner > 0 else {
      return Path(polygon: [(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }
    let (left, right) = (x + corner, x + width - corner)
    let (top, bottom) = (y + corner, y + height - corner)
    return Path([
      arc(Point(left, top), corner, corner, from: 180, to: 270)
        + arc(Point(right, top), corner, corner, from: 270, to: 360)
        + arc(Point(right, bottom), corner, corner, from: 0, to: 90)
        + arc(Point(left, bottom), corner, corner, from: 90, to: 180)
    ])
  }

  /// A closed curve through points, rounded at each (Catmull-Rom).
  static func smooth(_ points: [(Double, Double)]) -> Path {
    let count = points.count
    let points = points.map { Point($0.0, $0.1) }
    return Path([
      points.indices.flatMap { index in
        curve(
          points[(index + count - 1) % count], points[index], points[(index + 1) % count],
          points[(index + 2) % count])
      }
    ])
  }

  /// An open curve through points, for strokes and ridges.
  static func smoothLine(_ points: [Point]) -> [Point] {
    guard let first = points.first, let last = points.last, points.count > 2 else { return points }
    let padded: [Point] = [first] + points + [last]
    var line: [Point] = []
    for index in 0..<points.count - 1 {
      line += curve(padded[index], padded[index + 1], padded[index + 2], padded[index + 3])
    }
    return line + [last]
  }

  /// A line of some width with round ends and corners.
  static func stroke(_ line: [Point], width: Double) -> Path {
    var path = Path()
    for point in line { path.polygons += circle(point, width / 2).polygons }
    for (start, end) in zip(line, line.dropFirst()) where start != end {
      let along = end - start
      let side = Point(-along.y, along.x) * (width / 2 / along.length)
      path.polygons.append([start - side, end - side, end + side, start + side])
    }
    return path
  }

  static func arc(
    _ center: Point, _ radiusX: Double, _ radiusY: Double, from: Double, to: Double
  ) -> [Point] {
    // The chords of a circle of radius r then stay within about a tenth of a pixel of it.
    let stepsOfQuarter = 1.75 * max(radiusX, radiusY, 1).squareRoot() + 1
    let steps = max(2, Int((abs(to - from) / 90 * stepsOfQuarter).rounded(.up)))
    return (0...steps).map { step in
      let angle = from + (to - from) * Double(step) / Double(steps)
      let direction = CLibrary.direction(degrees: angle)
      return Point(center.x + radiusX * direction.x, center.y + radiusY * direction.y)
    }
  }

  private static func curve(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Point] {
    (0..<stepsOfCurve).map { step in
      let t = Double(step) / Double(stepsOfCurve)
      let (t2, t3) = (t * t, t * t * t)
      let outer = a * (2 * t2 - t3 - t) + d * (t3 - t2)
      let inner = b * (2 - 5 * t2 + 3 * t3) + c * (t + 4 * t2 - 3 * t3)
      return (outer + inner) * 0.5
    }
  }
}
