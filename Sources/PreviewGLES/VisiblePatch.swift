import CGLES
import MediaTypes
import PreviewCore

/// A patch that can be seen, with what its program needs.
struct VisiblePatch {
  let patch: Patch
  let layout: SampleLayout
  private let shape: Shape
  private let viewport: PixelSize

  private enum Shape {
    case quad(ScreenQuad)
    case mesh(ScreenMesh)
  }

  /// What it is drawn on.
  var surface: Shaders.Surface {
    switch shape {
    case .quad: .quad
    case .mesh: .mesh
    }
  }

  /// - Returns: nil when the patch cannot be seen.
  init?(_ patch: Patch, in viewport: PixelSize) throws(PreviewError) {
    guard let layout = SampleLayout(patch.frame.format) else {
      throw .cannotDraw(patch.frame.format)
    }
    switch patch.mesh {
    case .quad:
      guard let quad = ScreenQuad(patch.transform, in: viewport) else { return nil }
      shape = .quad(quad)
    case .grid(let grid):
      guard let mesh = ScreenMesh(grid, of: patch, in: viewport) else { return nil }
      shape = .mesh(mesh)
    }
    (self.patch, self.layout, self.viewport) = (patch, layout, viewport)
  }

  /// Draws the rectangle around the square, from the textures that are bound.
  func drawQuad(with program: ShaderProgram) {
    guard case .quad(let quad) = shape else { return }
    program.use()
    setPicture(program)
    setGeometry(quad, program)
    setPosition(program)
    program.set(
      .shade, width: 3,
      UniformValues(patch.shade.brightness, patch.shade.opacity, patch.shade.paleness))
    glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
  }

  /// Draws the triangles, from the textures that are bound.
  func drawMesh(with program: ShaderProgram, _ buffer: MeshBuffer) {
    guard case .mesh(let mesh) = shape else { return }
    program.use()
    setPicture(program)
    program.set(.viewport, width: 2, UniformValues(Double(viewport.width), Double(viewport.height)))
    buffer.draw(mesh)
  }

  private func setGeometry(_ quad: ScreenQuad, _ program: ShaderProgram) {
    let (width, height) = (Double(viewport.width), Double(viewport.height))
    program.set(
      .bounds, width: 4,
      UniformValues(
        Double(quad.columns.lowerBound) / width * 2 - 1,
        1 - Double(quad.rows.upperBound) / height * 2,
        Double(quad.columns.upperBound) / width * 2 - 1,
        1 - Double(quad.rows.lowerBound) / height * 2))
    program.set(.origin, width: 3, UniformValues(quad.originX, quad.originY, height))
    program.set(
      .square, width: 3,
      quad.x.values.followed(by: quad.y.values).followed(by: quad.weight.values))
    program.set(
      .edges, width: 3,
      quad.left.values.followed(by: quad.right.values).followed(by: quad.top.values)
        .followed(by: quad.bottom.values))
  }

  private func setPosition(_ program: ShaderProgram) {
    let (width, height) = (Double(patch.frame.size.width), Double(patch.frame.size.height))
    let map = patch.textureTransform
    // The square is -1 ... 1 and counts up, the texture 0 ... 1 and counts down.
    program.set(
      .position, width: 3,
      UniformValues(
        width * map.xx / 2, -width * map.xy / 2, width * (map.x0 + (map.xx + map.xy) / 2)
      ).followed(
        by: UniformValues(
          height * map.yx / 2, -height * map.yy / 2, height * (map.y0 + (map.yx + map.yy) / 2))))
  }

  private func setPicture(_ program: ShaderProgram) {
    let frame = patch.frame
    program.set(
      .size, width: 2, UniformValues(Double(frame.size.width), Double(frame.size.height)))
    let crop = frame.crop
    program.set(
      .part, width: 4,
      UniformValues(
        Double(crop.x), Double(crop.y), Double(crop.x + crop.size.width - 1),
        Double(crop.y + crop.size.height - 1)))
    program.set(.chroma, width: 4, Self.chroma(frame))
    let color = ColorConversion(frame.color, format: frame.format)
    program.set(
      .color, width: 4,
      color.red.values.followed(by: color.green.values).followed(by: color.blue.values))
  }

  /// Scale and shift from pixels to samples of the colour planes; packed ones are in the only plane.
  private static func chroma(_ frame: VideoFrame) -> UniformValues {
    guard let shape = frame.format.planeShapes.last else { return UniformValues(1, 1, 0, 0) }
    let (across, down) = (shape.horizontalSubsampling, shape.verticalSubsampling)
    let shift = ChromaSiting(frame.color).shift(subsampling: across)
    return UniformValues(1 / Double(across), 1 / Double(down), shift, 0)
  }
}

extension ScreenQuad.Slope {
  fileprivate var values: UniformValues { UniformValues(x, y, constant) }
}

extension ColorConversion.Row {
  fileprivate var values: UniformValues { UniformValues(first, second, third, constant) }
}
