import MediaTypes
import PreviewCore

/// A triangle of a mesh, filled by the rules of GPUs: a pixel belongs to it when its centre does, and a
/// centre on the border of two triangles belongs to one of them.
struct Triangle {
  private let a: ScreenMesh.Vertex
  private let b: ScreenMesh.Vertex
  private let c: ScreenMesh.Vertex
  private let area: Double

  init(_ corners: ArraySlice<ScreenMesh.Vertex>) {
    let first = corners.startIndex
    let (a, b, c) = (corners[first], corners[first + 1], corners[first + 2])
    let area = ScreenMesh.area(a, b, c)
    // Clockwise on the target, whichever side is seen.
    (self.a, self.b, self.c) = area < 0 ? (a, c, b) : (a, b, c)
    self.area = abs(area)
  }

  /// - Parameter body: gets column, row and what is there.
  func forEachPixel(
    in size: PixelSize, _ body: (_ column: Int, _ row: Int, _ point: ScreenMesh.Vertex) -> Void
  ) {
    let columns = Self.range(a.x, b.x, c.x, within: size.width)
    for row in Self.range(a.y, b.y, c.y, within: size.height) {
      for column in columns {
        if let point = point(Double(column) + 0.5, Double(row) + 0.5) { body(column, row, point) }
      }
    }
  }

  private static func range(
    _ first: Double, _ second: Double, _ third: Double, within edge: Int
  ) -> Range<Int> {
    let low = max(0, min(Double(edge), min(first, second, third).rounded(.down)))
    let high = max(low, min(Double(edge), max(first, second, third).rounded(.up)))
    return Int(low)..<Int(high)
  }

  /// What the surface has at a position; nil outside.
  private func point(_ x: Double, _ y: Double) -> ScreenMesh.Vertex? {
    guard let first = share(b, c, x, y), let second = share(c, a, x, y),
      let third = share(a, b, x, y)
    else { return nil }
    let weights = (first * a.weight, second * b.weight, third * c.weight)
    let sum = weights.0 + weights.1 + weights.2
    func mix(_ part: KeyPath<ScreenMesh.Vertex, Double>) -> Double {
      (a[keyPath: part] * weights.0 + b[keyPath: part] * weights.1 + c[keyPath: part] * weights.2)
        / sum
    }
    var point = a
    (point.u, point.v) = (mix(\.u), mix(\.v))
    point.shade = Shade(
      brightness: mix(\.shade.brightness), opacity: mix(\.shade.opacity),
      paleness: mix(\.shade.paleness))
    return point
  }

  /// How much of the area lies between a side and a position; nil beyond the side. Exact, since corners
  /// are whole 256ths of a pixel.
  private func share(
    _ from: ScreenMesh.Vertex, _ to: ScreenMesh.Vertex, _ x: Double, _ y: Double
  ) -> Double? {
    let (across, down) = (to.x - from.x, to.y - from.y)
    let distance = across * (y - from.y) - down * (x - from.x)
    // What lies on an upper or a left side is inside.
    let isInside = distance > 0 || distance == 0 && (down < 0 || down == 0 && across > 0)
    return isInside ? distance / area : nil
  }
}
