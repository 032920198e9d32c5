import MediaTypes
import PreviewCore

/// One patch made ready for drawing.
struct SoftwarePatch {
  private enum Surface {
    case quad(ScreenQuad)
    case mesh(ScreenMesh)
  }

  private let surface: Surface
  private let picture: Picture
  private let textureTransform: TextureTransform
  private let shade: Shade

  /// - Returns: nil when the patch cannot be seen.
  init?(_ patch: Patch, in viewport: PixelSize) throws(PreviewError) {
    picture = try Picture(patch.frame)
    textureTransform = patch.textureTransform
    shade = patch.shade
    switch patch.mesh {
    case .quad:
      guard let quad = ScreenQuad(patch.transform, in: viewport) else { return nil }
      surface = .quad(quad)
    case .grid(let grid):
      guard let mesh = ScreenMesh(grid, of: patch, in: viewport) else { return nil }
      surface = .mesh(mesh)
    }
  }

  func draw(into target: inout SoftwareTarget) {
    switch surface {
    case .quad(let quad): draw(quad, into: &target)
    case .mesh(let mesh):
      for triangle in stride(from: 0, to: mesh.vertices.count, by: 3) {
        draw(Triangle(mesh.vertices[triangle..<triangle + 3]), into: &target)
      }
    }
  }

  private func draw(_ quad: ScreenQuad, into target: inout SoftwareTarget) {
    for row in quad.rows {
      for column in quad.columns {
        guard let hit = quad.hit(column: column, row: row) else { continue }
        let point = textureTransform((1 + hit.x) / 2, (1 - hit.y) / 2)
        let color = picture.color(u: point.u, v: point.v, reach: textureTransform.reach(of: hit))
        target.cover(
          column: column, row: row, with: shade.lit(color), alpha: hit.coverage * shade.opacity)
      }
    }
  }

  private func draw(_ triangle: Triangle, into target: inout SoftwareTarget) {
    triangle.forEachPixel(in: target.size) { column, row, point in
      let color = picture.color(u: point.u, v: point.v, reach: point.reach)
      target.cover(
        column: column, row: row, with: point.shade.lit(color), alpha: point.shade.opacity)
    }
  }
}

extension Shade {
  fileprivate func lit(
    _ color: (red: Double, green: Double, blue: Double)
  ) -> (red: Double, green: Double, blue: Double) {
    func lit(_ value: Double) -> Double { (value + (1 - value) * paleness) * brightness }
    return (lit(color.red), lit(color.green), lit(color.blue))
  }
}
