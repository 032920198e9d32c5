import CGLES
import MediaTypes
import PreviewCore

/// A patch that can be seen, with what its program needs.
struct VisiblePatch {
  let patch: Patch
  let layout: SampleLayout
  private let quad: ScreenQuad
  private let viewport: PixelSize

  /// - Returns: nil when the patch cannot be seen.
  init?(_ patch: Patch, in viewport: PixelSize) throws(PreviewError) {
    guard let layout = SampleLayout(patch.frame.format) else {
      throw .cannotDraw(patch.frame.format)
    }
    guard let quad = ScreenQuad(patch.transform, in: viewport) else { return nil }
    (self.patch, self.layout, self.quad, self.viewport) = (patch, layout, quad, viewport)
  }

  /// Draws the rectangle around the square, from the textures that are bound.
  func draw(with program: ShaderProgram) {
    program.use()
    setGeometry(program)
    setPicture(program)
    glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
  }

  private func setGeometry(_ program: ShaderProgram) {
    let (width, height) = (Double(viewport.width), Double(viewport.height))
    program.set(
      .bounds, width: 4,
      [
        Double(quad.columns.lowerBound) / width * 2 - 1,
        1 - Double(quad.rows.upperBound) / height * 2,
        Double(quad.columns.upperBound) / width * 2 - 1,
        1 - Double(quad.rows.lowerBound) / height * 2,
      ])
    program.set(.origin, width: 3, [quad.originX, quad.originY, height])
    program.set(.square, width: 3, Self.numbers([quad.x, quad.y, quad.weight]))
    program.set(.edges, width: 3, Self.numbers([quad.left, quad.right, quad.top, quad.bottom]))
  }

  private func setPicture(_ program: ShaderProgram) {
    let frame = patch.frame
    let (width, height) = (Double(frame.size.width), Double(frame.size.height))
    let map = patch.textureTransform
    // The square is -1 ... 1 and counts up, the texture 0 ... 1 and counts down.
    program.set(
      .position, width: 3,
      [
        width * map.xx / 2, -width * map.xy / 2, width * (map.x0 + (map.xx + map.xy) / 2),
        height * map.yx / 2, -height * map.yy / 2, height * (map.y0 + (map.yx + map.yy) / 2),
      ])
    program.set(.size, width: 2, [width, height])
    program.set(.chroma, width: 4, Self.chroma(frame))
    let color = ColorConversion(frame.color, format: frame.format)
    program.set(
      .color, width: 4,
      [color.red, color.green, color.blue].flatMap { [$0.first, $0.second, $0.third, $0.constant] })
    program.set(.shade, width: 2, [patch.shade.brightness, patch.shade.opacity])
  }

  /// Scale and shift from pixels to samples of the colour planes; packed ones are in the only plane.
  private static func chroma(_ frame: VideoFrame) -> [Double] {
    guard let shape = frame.format.planeShapes.last else { return [1, 1, 0, 0] }
    let (across, down) = (shape.horizontalSubsampling, shape.verticalSubsampling)
    let shift = ChromaSiting(frame.color).shift(subsampling: across)
    return [1 / Double(across), 1 / Double(down), shift, 0]
  }

  private static func numbers(_ slopes: [ScreenQuad.Slope]) -> [Double] {
    slopes.flatMap { [$0.x, $0.y, $0.constant] }
  }
}
