import MediaTypes

/// A page that is peeled off around a cylinder which rolls over it, and lies on itself behind that.
///
/// All in pixels around the viewport's centre, x right, y up. The cylinder lies along `axis` and rolls
/// along `direction`; `line` is where it touches the page. What the cylinder has passed is bent around
/// it (`arc` is measured along the page from the line) and lies flat on top after half a turn.
struct PageCurl {
  /// A point of the page in the plane of `direction` and height.
  struct Position {
    /// Along `direction`.
    var along: Double
    /// Above the page.
    var height: Double
  }

  let halfWidth: Double
  let halfHeight: Double
  let radius: Double
  let line: Double
  private let eye: Double

  /// The axis is turned by so many half turns, so that a corner comes first.
  static let tilt = HalfTurns(0.085)
  /// The cylinder's radius as a share of the viewport's smaller edge.
  static let thickness = 0.13

  /// - Parameters:
  ///   - page: where the page lies.
  ///   - viewport: in pixels.
  ///   - progress: 0 is flat, at 1 nothing of it is in sight.
  init(_ page: Placement, in viewport: PixelSize, progress: Double) {
    let (width, height) = (Double(viewport.width) / 2, Double(viewport.height) / 2)
    halfWidth = page.width * width
    halfHeight = page.height * height
    radius = 2 * min(width, height) * Self.thickness
    eye = Placement.eyeDistance * width
    let start = -(halfWidth * Self.tilt.sine + halfHeight * Self.tilt.cosine)
    let end = width * Self.tilt.sine + height * Self.tilt.cosine + 2.6 * radius
    // Slow at first: the fingers have to find the corner.
    line = start + (end - start) * progress * (0.4 + 0.6 * progress)
  }

  /// The line of the page's corner that is peeled last.
  var top: Double { halfWidth * Self.tilt.sine + halfHeight * Self.tilt.cosine }
  /// How much of the page is peeled off, along it.
  var peeled: Double { line + top }
  /// The arc where the page stands upright for the eye: below it the front is seen, above it the back.
  var upright: Double { uprightAngle * radius * .pi }

  /// The page's corners, measured along `direction`.
  var corners: [Double] {
    let (a, b) = (halfWidth * Self.tilt.sine, halfHeight * Self.tilt.cosine)
    return [a + b, b - a, a - b, -a - b]
  }

  func position(arc: Double) -> Position {
    guard arc > 0 else { return Position(along: line - arc, height: 0) }
    guard arc < .pi * radius else {
      return Position(along: line + arc - .pi * radius, height: 2 * radius)
    }
    let turn = angle(arc)
    return Position(along: line - radius * turn.sine, height: radius * (1 - turn.cosine))
  }

  /// How far around the cylinder an arc is.
  func angle(_ arc: Double) -> HalfTurns {
    HalfTurns(max(0, min(1, arc / (.pi * radius))))
  }

  /// How much nearer things at a height look.
  func magnification(_ height: Double) -> Double { 1 / (1 - height / eye) }

  /// Where a position is seen, along `direction`.
  func seen(_ position: Position) -> Double {
    position.along * magnification(position.height)
  }

  /// The page's extent along `axis` at an arc, and how far along it a distance from its edges reaches.
  func span(arc: Double) -> (range: ClosedRange<Double>, left: Double, right: Double) {
    let along = line - arc
    let (sine, cosine) = (Self.tilt.sine, Self.tilt.cosine)
    // From the left and right edge, and from the lower and upper.
    let sides = ((-halfWidth + along * sine) / cosine, (halfWidth + along * sine) / cosine)
    let ends = ((-halfHeight - along * cosine) / sine, (halfHeight - along * cosine) / sine)
    let (low, high) = (max(sides.0, ends.0), min(sides.1, ends.1))
    let middle = (low + high) / 2
    return (
      min(low, middle)...max(high, middle), 1 / (sides.0 > ends.0 ? cosine : sine),
      1 / (sides.1 < ends.1 ? cosine : sine)
    )
  }

  /// Where the derivative of `seen` is zero, in half turns: between a quarter and three.
  private var uprightAngle: Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      let turn = HalfTurns(middle)
      let height = radius * (1 - turn.cosine)
      let slope =
        (line - radius * turn.sine) * turn.sine / eye - turn.cosine * (1 - height / eye)
      if slope < 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
