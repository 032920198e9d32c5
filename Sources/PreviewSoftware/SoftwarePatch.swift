import MediaTypes
import PreviewCore

/// One patch made ready for drawing.
struct SoftwarePatch {
  private let quad: ScreenQuad
  private let picture: Picture
  private let textureTransform: TextureTransform
  private let shade: Shade

  /// - Returns: nil when the patch cannot be seen.
  init?(_ patch: Patch, in viewport: PixelSize) throws(PreviewError) {
    picture = try Picture(patch.frame)
    guard let quad = ScreenQuad(patch.transform, in: viewport) else { return nil }
    self.quad = quad
    textureTransform = patch.textureTransform
    shade = patch.shade
  }

  func draw(into target: inout SoftwareTarget) {
    for row in quad.rows {
      for column in quad.columns {
        guard let hit = quad.hit(column: column, row: row) else { continue }
        let point = textureTransform((1 + hit.x) / 2, (1 - hit.y) / 2)
        let color = picture.color(u: point.u, v: point.v)
        target.cover(
          column: column, row: row, with: shade.lit(color), alpha: hit.coverage * shade.opacity)
      }
    }
  }
}

extension Shade {
  fileprivate func lit(
    _ color: (red: Double, green: Double, blue: Double)
  ) -> (red: Double, green: Double, blue: Double) {
    (color.red * brightness, color.green * brightness, color.blue * brightness)
  }
}
