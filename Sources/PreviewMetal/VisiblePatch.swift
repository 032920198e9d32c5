import MediaTypes
import PreviewCore

/// A patch that can be seen, with what its program needs.
struct VisiblePatch {
  let frame: VideoFrame
  let layout: SampleLayout
  let surface: Surface
  let uniforms: PatchUniforms
  /// Three for each triangle; none for a square.
  let vertices: [MeshVertex]

  /// - Returns: nil when the patch cannot be seen.
  init?(_ patch: Patch, in viewport: PixelSize) throws(PreviewError) {
    guard let layout = SampleLayout(patch.frame.format) else {
      throw .cannotDraw(patch.frame.format)
    }
    var uniforms = PatchUniforms(patch, in: viewport)
    switch patch.mesh {
    case .quad:
      guard let quad = ScreenQuad(patch.transform, in: viewport) else { return nil }
      uniforms.setGeometry(quad, in: viewport)
      (surface, vertices) = (.quad, [])
    case .grid(let grid):
      guard let mesh = ScreenMesh(grid, of: patch, in: viewport) else { return nil }
      (surface, vertices) = (.mesh, mesh.vertices.map(MeshVertex.init))
    }
    (frame, self.layout, self.uniforms) = (patch.frame, layout, uniforms)
  }
}
