import CGLES
import MediaTypes
import PreviewCore

/// What a renderer sets in a context that it shares with a toolkit, and how it leaves it.
struct DrawingState {
  private let previousFramebuffer: GLuint

  // Made once and not for each scene.
  private static let off = [
    GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DITHER,
    GL_RASTERIZER_DISCARD, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE,
  ]
  private static let unpacking = [
    GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_IMAGE_HEIGHT,
    GL_UNPACK_SKIP_IMAGES,
  ]

  /// Makes uploading safe and binds the target.
  init(vertexArray: GLuint, framebuffer: UInt32?) {
    previousFramebuffer = GLuint(GL.integer(GL_DRAW_FRAMEBUFFER_BINDING))
    if let framebuffer { glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), framebuffer) }
    glBindVertexArray(vertexArray)
    // Else the pixels' pointer would be an offset into this buffer.
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
    Self.resetUnpacking()
    for unit in 0..<3 { glBindSampler(GLuint(unit), 0) }
  }

  /// Clears the target and makes ready for blending patches over it.
  func begin(_ scene: Scene) {
    for capability in Self.off { glDisable(GLenum(capability)) }
    glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
    glViewport(0, 0, GLsizei(scene.viewport.width), GLsizei(scene.viewport.height))
    clear(scene.background)
    glEnable(GLenum(GL_BLEND))
    glBlendEquation(GLenum(GL_FUNC_ADD))
    // Makes a premultiplied target of plain colours, in one rounding where the target has 8 bits.
    glBlendFuncSeparate(
      GLenum(GL_SRC_ALPHA), GLenum(GL_ONE_MINUS_SRC_ALPHA), GLenum(GL_ONE),
      GLenum(GL_ONE_MINUS_SRC_ALPHA))
  }

  /// Leaves nothing of the renderer's in the context.
  func end() {
    glDisable(GLenum(GL_BLEND))
    for unit in (0..<3).reversed() {
      glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
      glBindTexture(GLenum(GL_TEXTURE_2D), 0)
    }
    glUseProgram(0)
    glBindVertexArray(0)
    Self.resetUnpacking()
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), previousFramebuffer)
  }

  private func clear(_ color: SceneColor) {
    let alpha = GLfloat(color.alpha)
    glClearColor(
      GLfloat(color.red) * alpha, GLfloat(color.green) * alpha, GLfloat(color.blue) * alpha, alpha)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  private static func resetUnpacking() {
    for name in unpacking { glPixelStorei(GLenum(name), 0) }
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
  }
}
