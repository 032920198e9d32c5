/// The surface of a patch.
public enum Mesh: Hashable, Sendable {
  /// The square from (-1, -1) to (1, 1) at z 0; texture coordinate (0, 0) is its upper left corner,
  /// (1, 1) its lower right. Its edges are made smooth by the renderer.
  case quad
  /// A bent surface. Its edges are as sharp as the opacity of its vertices makes them.
  case grid(GridMesh)
}

/// A bent surface: rows of vertices, each four neighbours a cell.
///
/// Cells are drawn row by row, later over earlier, so a surface that lies over itself has its lower
/// part in the earlier rows. Both sides are drawn. A cell is two triangles, cut from its first vertex
/// to the one across.
public struct GridMesh: Hashable, Sendable {
  /// A point of the surface. Between vertices all but the position changes evenly over the surface.
  public struct Vertex: Hashable, Sendable {
    /// In the mesh's coordinates: right, up, towards the viewer.
    public var x: Double
    /// Up.
    public var y: Double
    /// Towards the viewer.
    public var z: Double
    /// Texture coordinate, 0 left ... 1 right.
    public var u: Double
    /// Texture coordinate, 0 top ... 1 bottom.
    public var v: Double
    /// On top of the patch's own shade: brightness and opacity are multiplied, paleness is added.
    public var shade: Shade

    /// Makes a vertex.
    public init(x: Double, y: Double, z: Double, u: Double, v: Double, shade: Shade = .plain) {
      (self.x, self.y, self.z) = (x, y, z)
      (self.u, self.v) = (u, v)
      self.shade = shade
    }
  }

  /// Vertices in a row, 2 or more.
  public let columns: Int
  /// Row after row.
  public let vertices: [Vertex]

  /// Makes a surface.
  ///
  /// - Returns: nil for fewer than two rows or columns, or a last row that is not whole.
  public init?(columns: Int, vertices: [Vertex]) {
    guard columns >= 2, vertices.count >= 2 * columns, vertices.count % columns == 0 else {
      return nil
    }
    self.columns = columns
    self.vertices = vertices
  }

  /// How many rows of vertices there are.
  public var rows: Int { vertices.count / columns }

  /// The triangles in drawing order, three places in `vertices` each.
  public var triangles: [(Int, Int, Int)] {
    var triangles: [(Int, Int, Int)] = []
    triangles.reserveCapacity((rows - 1) * (columns - 1) * 2)
    for row in 0..<rows - 1 {
      for column in 0..<columns - 1 {
        let first = row * columns + column
        let below = first + columns
        triangles.append((first, first + 1, below + 1))
        triangles.append((first, below + 1, below))
      }
    }
    return triangles
  }
}
