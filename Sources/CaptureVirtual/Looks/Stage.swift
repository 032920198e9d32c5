import MediaTypes

/// Places a drawing's own coordinates in a picture of any shape.
///
/// One unit is the shorter edge. x counts from the middle, y from the top of the lowest square: a wider
/// picture shows more at the sides, a taller one more above.
struct Stage {
  let size: PixelSize
  /// Pixels in a unit.
  let unit: Double

  init(_ size: PixelSize) {
    self.size = size
    unit = Double(min(size.width, size.height))
  }

  /// Half the picture's width in units.
  var reach: Double { Double(size.width) / 2 / unit }
  /// The picture's upper edge; 0 or less.
  var top: Double { 1 - Double(size.height) / unit }

  func point(_ x: Double, _ y: Double) -> Point {
    Point(Double(size.width) / 2 + x * unit, Double(size.height) - (1 - y) * unit)
  }

  /// A row in pixels.
  func row(_ y: Double) -> Double { point(0, y).y }

  /// An outline in units, moved to its place.
  func place(_ path: Path) -> Path { path.placed(at: point(0, 0), scale: unit) }

  func ellipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) -> Path {
    .ellipse(point(x, y), radiusX * unit, radiusY * unit)
  }

  func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 0
  ) -> Path {
    let origin = point(x, y)
    return .rectangle(origin.x, origin.y, width * unit, height * unit, corner: corner * unit)
  }

  func smooth(_ points: [(Double, Double)]) -> Path {
    .smooth(points.map { (point($0.0, $0.1).x, point($0.0, $0.1).y) })
  }

  func polygon(_ points: [(Double, Double)]) -> Path {
    Path(polygon: points.map { (point($0.0, $0.1).x, point($0.0, $0.1).y) })
  }

  /// A curve through points, as a line of some width.
  func line(_ points: [(Double, Double)], width: Double) -> Path {
    Path.stroke(Path.smoothLine(points.map { point($0.0, $0.1) }), width: width * unit)
  }

  /// From one row to another over the whole width and a little more, so that no edge is soft.
  func band(_ from: Double, _ to: Double) -> Path {
    rectangle(-reach - 0.1, from, 2 * reach + 0.2, to - from)
  }

  /// The ground under a ridge, over the whole width.
  ///
  /// - Parameter height: the ridge's y at an x, both in units.
  func ground(down to: Double, under height: (Double) -> Double) -> Path {
    let steps = 160
    let ridge = (0...steps).map { step in
      let x = reach * (2 * Double(step) / Double(steps) - 1)
      return (x, height(x))
    }
    return polygon(ridge + [(reach, to), (-reach, to)])
  }

  /// A gradient between rows given in units.
  func gradient(_ stops: [(Double, UInt32)]) -> Paint {
    .vertical(stops.map { (place: row($0.0), ink: Ink($0.1)) })
  }

  /// A light that fades from its middle out.
  func glow(_ x: Double, _ y: Double, _ radius: Double, _ ink: Ink) -> Paint {
    .radial(
      center: point(x, y), radius: radius * unit,
      [
        (place: 0, ink: ink), (place: 0.25, ink: ink.faded(0.55)),
        (place: 0.55, ink: ink.faded(0.17)),
        (place: 1, ink: ink.faded(0)),
      ])
  }

  /// An empty drawing for an actor, in units.
  func canvas(_ width: Double, _ height: Double) -> Canvas {
    func even(_ length: Double) -> Int { max(2, Int((length * unit / 2).rounded(.up)) * 2) }
    return Canvas(PixelSize(width: even(width), height: even(height)))
  }
}
