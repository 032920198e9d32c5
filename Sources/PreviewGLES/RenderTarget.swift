import CGLES
import MediaTypes
import PreviewCore

/// A framebuffer of 8-bit RGBA that can be read back.
///
/// *Context*: the GL context it was made in, also for its end.
final class RenderTarget {
  let size: PixelSize
  private let color = GLObject(.renderbuffer)
  private let target = GLObject(.framebuffer)

  var framebuffer: GLuint { target.name }

  init(size: PixelSize) throws(PreviewError) {
    guard size.isValid, max(size.width, size.height) <= GL.integer(GL_MAX_RENDERBUFFER_SIZE) else {
      throw PreviewError(
        .invalidScene, "A target of \(size) pixels cannot be made.",
        remedy: "Each edge must be 1 ... \(GL.integer(GL_MAX_RENDERBUFFER_SIZE)).")
    }
    self.size = size
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), color.name)
    glRenderbufferStorage(
      GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), GLsizei(size.width), GLsizei(size.height))
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), color.name)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw PreviewError(
        .graphicsFailed, "No target of \(size) pixels.", systemError: Int32(bitPattern: status))
    }
  }

  /// Waits for what was drawn and copies it out, rows from the top.
  func read() throws(PreviewError) -> RenderedImage {
    let rowBytes = size.width * 4
    var bottomUp = [UInt8](repeating: 0, count: rowBytes * size.height)
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    unsafe glReadPixels(
      0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
      &bottomUp)
    try GL.check("reading the target back")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bottomUp.count)
    for row in (0..<size.height).reversed() {
      bytes += bottomUp[row * rowBytes..<(row + 1) * rowBytes]
    }
    guard let image = RenderedImage(size: size, bytes: bytes) else {
      throw PreviewError(.graphicsFailed, "A target of \(size) pixels could not be read back.")
    }
    return image
  }
}
