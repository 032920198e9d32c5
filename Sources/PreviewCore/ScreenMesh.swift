public import MediaTypes

/// A bent surface as it lies on the target: triangles in pixels, ready to be filled.
///
/// All renderers work from it, so that they agree on where a surface is and how it is lit. Corners lie
/// on whole 256ths of a pixel, as GPUs have them, so that no two renderers disagree about whose a pixel
/// is.
public struct ScreenMesh: Hashable, Sendable {
  /// A corner of a triangle.
  public struct Vertex: Hashable, Sendable {
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double
    /// One over the distance from the eye, positive. Over the target this, and anything else times
    /// this, changes evenly.
    public var weight: Double
    /// The stored picture's coordinate, 0 left ... 1 right.
    public var u: Double
    /// The stored picture's coordinate, 0 top ... 1 bottom.
    public var v: Double
    /// Shares of the picture's width and height that one pixel covers; the same for a whole triangle.
    public var reach: (u: Double, v: Double) {
      get { (reachU, reachV) }
      set { (reachU, reachV) = newValue }
    }
    private var reachU = 0.0
    private var reachV = 0.0
    /// The patch's and the vertex's shade together.
    public var shade: Shade

    init(x: Double, y: Double, weight: Double, u: Double, v: Double, shade: Shade) {
      (self.x, self.y, self.weight) = (x, y, weight)
      (self.u, self.v) = (u, v)
      self.shade = shade
    }
  }

  /// Three for each triangle, in drawing order.
  public let vertices: [Vertex]

  /// Projects a patch's surface.
  ///
  /// - Parameters:
  ///   - grid: the surface.
  ///   - patch: says how it lies and what it shows.
  ///   - viewport: the target's size in pixels.
  /// - Returns: nil when nothing of it can be seen. Triangles that reach to the eye or behind it, and
  ///   those without an area, are left out.
  public init?(_ grid: GridMesh, of patch: Patch, in viewport: PixelSize) {
    guard viewport.isValid else { return nil }
    let projected = grid.vertices.map { Self.project($0, patch, viewport) }
    var vertices: [Vertex] = []
    vertices.reserveCapacity(grid.vertices.count * 6)
    for triangle in grid.triangles {
      guard var first = projected[triangle.0], var second = projected[triangle.1],
        var third = projected[triangle.2], let reach = Self.reach(first, second, third)
      else { continue }
      (first.reach, second.reach, third.reach) = (reach, reach, reach)
      // One by one: a list of three would cost memory for each triangle.
      vertices.append(first)
      vertices.append(second)
      vertices.append(third)
    }
    guard !vertices.isEmpty else { return nil }
    self.vertices = vertices
  }

  /// Twice the area of a triangle, positive when it is clockwise on the target.
  public static func area(_ a: Vertex, _ b: Vertex, _ c: Vertex) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  private static func project(
    _ vertex: GridMesh.Vertex, _ patch: Patch, _ viewport: PixelSize
  ) -> Vertex? {
    let point = patch.transform * Vector4(vertex.x, vertex.y, vertex.z, 1)
    guard point.w > 1e-6, point.x.isFinite, point.y.isFinite else { return nil }
    let x = (point.x / point.w + 1) / 2 * Double(viewport.width)
    let y = (1 - point.y / point.w) / 2 * Double(viewport.height)
    // Beyond this GPUs cut triangles at the edge of what their numbers can hold.
    guard abs(x) < 65_536, abs(y) < 65_536 else { return nil }
    let texture = patch.textureTransform(vertex.u, vertex.v)
    return Vertex(
      x: snapped(x), y: snapped(y), weight: 1 / point.w, u: texture.u, v: texture.v,
      shade: patch.shade * vertex.shade)
  }

  private static func snapped(_ position: Double) -> Double { (position * 256).rounded() / 256 }

  /// The size of the box around what a pixel covers, as if the triangle were flat to the eye.
  private static func reach(_ a: Vertex, _ b: Vertex, _ c: Vertex) -> (u: Double, v: Double)? {
    let area = area(a, b, c)
    guard area != 0 else { return nil }
    func reach(_ part: KeyPath<Vertex, Double>) -> Double {
      let (first, second) = (
        b[keyPath: part] - a[keyPath: part], c[keyPath: part] - a[keyPath: part]
      )
      let across = (first * (c.y - a.y) - second * (b.y - a.y)) / area
      let down = (second * (b.x - a.x) - first * (c.x - a.x)) / area
      return min(1, abs(across) + abs(down))
    }
    return (reach(\.u), reach(\.v))
  }
}

extension Shade {
  static func * (left: Shade, right: Shade) -> Shade {
    Shade(
      brightness: left.brightness * right.brightness, opacity: left.opacity * right.opacity,
      paleness: min(1, left.paleness + right.paleness))
  }
}
