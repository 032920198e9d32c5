import PreviewCore

/// Draws scenes to ordinary memory.
///
/// *Context*: one thread at a time; takes the time of drawing.
protocol SceneRenderer {
  func draw(_ scene: Scene) throws(PreviewError) -> RenderedImage
}
