import MediaTypes

/// The map from a patch's square to pixels: `x` and `y` over `w`, each a row of (of x, of y, of 1).
struct PixelProjection {
  typealias Row = (x: Double, y: Double, one: Double)

  private let viewport: PixelSize
  private let x: Row
  private let y: Row
  private let w: Row

  init(_ transform: Matrix4, viewport: PixelSize) {
    let (a, b, c) = (transform.columns.0, transform.columns.1, transform.columns.3)
    let (halfWidth, halfHeight) = (Double(viewport.width) / 2, Double(viewport.height) / 2)
    self.init(
      viewport: viewport,
      x: (halfWidth * (a.w + a.x), halfWidth * (b.w + b.x), halfWidth * (c.w + c.x)),
      y: (halfHeight * (a.w - a.y), halfHeight * (b.w - b.y), halfHeight * (c.w - c.y)),
      w: (a.w, b.w, c.w))
  }

  private init(viewport: PixelSize, x: Row, y: Row, w: Row) {
    (self.viewport, self.x, self.y, self.w) = (viewport, x, y, w)
  }

  /// The pixel nearest to the square's centre, inside the viewport.
  var centre: (Double, Double) {
    (
      Self.pixel(x.one / w.one, edge: viewport.width),
      Self.pixel(y.one / w.one, edge: viewport.height)
    )
  }

  /// The same map with pixels counted from another point.
  func relative(toX originX: Double, y originY: Double) -> PixelProjection {
    PixelProjection(
      viewport: viewport,
      x: (x.x - originX * w.x, x.y - originX * w.y, x.one - originX * w.one),
      y: (y.x - originY * w.x, y.y - originY * w.y, y.one - originY * w.one), w: w)
  }

  /// The columns and rows that the square touches, one pixel more for soft edges; the whole viewport
  /// where a corner is at the eye or behind it.
  var bounds: (Range<Int>, Range<Int>) {
    var (columns, rows) = (Extent(), Extent())
    // No list of corners: this is asked for each patch of each scene, and costs no memory.
    for corner in 0..<4 {
      let point = (corner & 1 == 0 ? -1.0 : 1.0, corner & 2 == 0 ? -1.0 : 1.0)
      let distance = at(w, point)
      guard distance > 1e-6 else { return (0..<viewport.width, 0..<viewport.height) }
      columns.add(at(x, point) / distance)
      rows.add(at(y, point) / distance)
    }
    return (
      Self.range(columns, edge: viewport.width), Self.range(rows, edge: viewport.height)
    )
  }

  /// The inverse map, as numbers that change evenly over the target.
  ///
  /// - Returns: nil when the square is seen from behind, or its determinant is below `smallest`.
  func inverseOfFrontFace(
    smallest: Double
  ) -> (x: ScreenQuad.Slope, y: ScreenQuad.Slope, weight: ScreenQuad.Slope)? {
    let (yw, wx, xy) = (Self.cross(y, w), Self.cross(w, x), Self.cross(x, y))
    let determinant = x.x * yw.x + x.y * yw.y + x.one * yw.one
    // Pixels count down, the square counts up: the front has a negative determinant.
    guard determinant.isFinite, determinant < -smallest else { return nil }
    func slope(_ x: Double, _ y: Double, _ constant: Double) -> ScreenQuad.Slope {
      ScreenQuad.Slope(x: x / determinant, y: y / determinant, constant: constant / determinant)
    }
    return (
      slope(yw.x, wx.x, xy.x), slope(yw.y, wx.y, xy.y), slope(yw.one, wx.one, xy.one)
    )
  }

  private func at(_ row: Row, _ point: (Double, Double)) -> Double {
    row.x * point.0 + row.y * point.1 + row.one
  }

  private static func cross(_ left: Row, _ right: Row) -> Row {
    (
      left.y * right.one - left.one * right.y, left.one * right.x - left.x * right.one,
      left.x * right.y - left.y * right.x
    )
  }

  private struct Extent {
    var lowest = Double.infinity
    var highest = -Double.infinity

    mutating func add(_ position: Double) {
      lowest = min(lowest, position)
      highest = max(highest, position)
    }
  }

  private static func range(_ positions: Extent, edge: Int) -> Range<Int> {
    let low = pixel(positions.lowest.rounded(.down) - 1, edge: edge)
    let high = pixel(positions.highest.rounded(.up) + 1, edge: edge)
    return Int(low)..<max(Int(low), Int(high))
  }

  /// A whole number inside the viewport, also from NaN and infinity.
  private static func pixel(_ position: Double, edge: Int) -> Double {
    position > 0 ? min(position.rounded(), Double(edge)) : 0
  }
}
