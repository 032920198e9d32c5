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
    let position = patch.picturePosition
    program.set(.position, width: 3, position.x.values.followed(by: position.y.values))
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
    let bounds = quad.clipBounds(in: viewport)
    program.set(
      .bounds, width: 4, UniformValues(bounds.left, bounds.bottom, bounds.right, bounds.top))
    program.set(
      .origin, width: 3, UniformValues(quad.originX, quad.originY, Double(viewport.height)))
    program.set(
      .square, width: 3,
      quad.x.values.followed(by: quad.y.values).followed(by: quad.weight.values))
    program.set(
      .edges, width: 3,
      quad.left.values.followed(by: quad.right.values).followed(by: quad.top.values)
        .followed(by: quad.bottom.values))
  }

  private func setPicture(_ program: ShaderProgram) {
    let frame = patch.frame
    program.set(
      .size, width: 2, UniformValues(Double(frame.size.width), Double(frame.size.height)))
    let part = frame.visiblePart
    program.set(.part, width: 4, UniformValues(part.left, part.top, part.right, part.bottom))
    let chroma = frame.chromaPlacement
    program.set(.chroma, width: 4, UniformValues(chroma.across, chroma.down, chroma.shift, 0))
    let color = ColorConversion(frame.color, format: frame.format)
    program.set(
      .color, width: 4,
      color.red.values.followed(by: color.green.values).followed(by: color.blue.values))
  }
}

extension ScreenQuad.Slope {
  fileprivate var values: UniformValues { UniformValues(x, y, constant) }
}

extension ColorConversion.Row {
  fileprivate var values: UniformValues { UniformValues(first, second, third, constant) }
}
