public import MediaTypes

/// Where a patch's square lies on the target, as seen from the target: for every pixel, which point
/// of the square it shows and how much of the pixel the square covers.
///
/// All renderers work from it, so that they agree on perspective and on edges. A pixel looks back at
/// the square through the inverse of the projection, which is exact in perspective and needs no
/// clipping: what lies behind the eye has a weight that is not positive. Positions are in pixels,
/// right and down, relative to `originX`, `originY` near the square's centre, where 32-bit floats
/// are at their best.
public struct ScreenQuad: Hashable, Sendable {
  /// A number that changes evenly over the target.
  public struct Slope: Hashable, Sendable {
    /// Its change over one pixel to the right.
    public var x: Double
    /// Its change over one pixel down.
    public var y: Double
    /// Its value at the origin.
    public var constant: Double

    /// Its value at a position relative to the origin.
    public func callAsFunction(_ x: Double, _ y: Double) -> Double {
      self.x * x + self.y * y + constant
    }
  }

  /// What a pixel shows.
  public struct Hit: Hashable, Sendable {
    /// The point of the square, -1 left ... 1 right.
    public var x: Double
    /// The point of the square, -1 below ... 1 above.
    public var y: Double
    /// How much of the pixel the square covers, 0 ... 1.
    public var coverage: Double
    /// How the point moves from one pixel to the next on the right.
    public var across: Change
    /// How the point moves from one pixel to the next below.
    public var down: Change
  }

  /// How far a point of the square moves.
  public struct Change: Hashable, Sendable {
    /// Along the square's x.
    public var x: Double
    /// Along the square's y.
    public var y: Double
  }

  /// A whole number of pixels from the left.
  public let originX: Double
  /// A whole number of pixels from the top.
  public let originY: Double
  /// The columns that the square may touch.
  public let columns: Range<Int>
  /// The rows that the square may touch.
  public let rows: Range<Int>
  /// The square's x times `weight`.
  public let x: Slope
  /// The square's y times `weight`.
  public let y: Slope
  /// One over the distance from the eye; not positive behind it.
  public let weight: Slope
  /// Pixels from the left edge inwards; likewise the others. Good where `weight` is positive.
  public let left: Slope
  /// Pixels from the right edge inwards.
  public let right: Slope
  /// Pixels from the upper edge inwards.
  public let top: Slope
  /// Pixels from the lower edge inwards.
  public let bottom: Slope

  /// Projects the square from (-1, -1) to (1, 1).
  ///
  /// - Parameters:
  ///   - transform: from the square to clip space.
  ///   - viewport: the target's size in pixels.
  /// - Returns: nil for what cannot be seen: seen from behind or edge-on, outside the viewport, or
  ///   a transform that is no projection.
  public init?(_ transform: Matrix4, in viewport: PixelSize) {
    let projection = PixelProjection(transform, viewport: viewport)
    (originX, originY) = projection.centre
    let local = projection.relative(toX: originX, y: originY)
    // A square that is thinner than this part of the viewport is edge-on.
    let smallest = 1e-9 * Double(viewport.area) / 4
    guard viewport.isValid, let inverse = local.inverseOfFrontFace(smallest: smallest) else {
      return nil
    }
    (x, y, weight) = (inverse.x, inverse.y, inverse.weight)
    left = (weight + x).normalized
    right = (weight - x).normalized
    bottom = (weight + y).normalized
    top = (weight - y).normalized
    (columns, rows) = projection.bounds
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
  }

  /// What the pixel in a column and row shows, at its centre; nil where the square is not.
  ///
  /// Coverage is the overlap of a pixel-wide box with the square, across times along: exact for
  /// upright edges, smooth for others. On a pixel that the square covers in part the point is the
  /// nearest one of the square.
  public func hit(column: Int, row: Int) -> Hit? {
    let (px, py) = (Double(column) + 0.5 - originX, Double(row) + 0.5 - originY)
    let weight = weight(px, py)
    guard weight > 0 else { return nil }
    let coverage =
      Self.overlap(left(px, py), right(px, py)) * Self.overlap(top(px, py), bottom(px, py))
    guard coverage > 0 else { return nil }
    let (hitX, hitY) = (Self.clamp(x(px, py) / weight), Self.clamp(y(px, py) / weight))
    // The derivative of a quotient.
    func change(_ part: KeyPath<Slope, Double>) -> Change {
      Change(
        x: (x[keyPath: part] - hitX * self.weight[keyPath: part]) / weight,
        y: (y[keyPath: part] - hitY * self.weight[keyPath: part]) / weight)
    }
    return Hit(x: hitX, y: hitY, coverage: coverage, across: change(\.x), down: change(\.y))
  }

  private static func overlap(_ first: Double, _ second: Double) -> Double {
    max(0, min(first + 0.5, 1) + min(second + 0.5, 1) - 1)
  }

  private static func clamp(_ value: Double) -> Double { max(-1, min(1, value)) }
}

extension ScreenQuad.Slope {
  static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, y: left.y + right.y, constant: left.constant + right.constant)
  }

  static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y, constant: left.constant - right.constant)
  }

  /// The same with a change of 1 over one pixel straight across: a distance in pixels.
  var normalized: Self {
    let length = (x * x + y * y).squareRoot()
    // No change at all: an edge that is infinitely far away.
    guard length > 1e-12 else { return Self(x: 0, y: 0, constant: constant > 0 ? 1e6 : -1e6) }
    return Self(x: x / length, y: y / length, constant: constant / length)
  }
}
