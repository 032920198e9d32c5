import CGLES

/// One GL object that is a number, deleted with its last reference.
///
/// *Context*: the GL context it was made in, also for its end.
final class GLObject {
  /// What it is.
  enum Kind {
    case texture, renderbuffer, framebuffer, vertexArray, buffer
  }

  let name: GLuint
  private let kind: Kind

  /// `glGenTextures` and its kin.
  init(_ kind: Kind) {
    var name: GLuint = 0
    switch kind {
    case .texture: unsafe glGenTextures(1, &name)
    case .renderbuffer: unsafe glGenRenderbuffers(1, &name)
    case .framebuffer: unsafe glGenFramebuffers(1, &name)
    case .vertexArray: unsafe glGenVertexArrays(1, &name)
    case .buffer: unsafe glGenBuffers(1, &name)
    }
    self.name = name
    self.kind = kind
  }

  /// `glDeleteTextures` and its kin.
  deinit {
    var name = name
    switch kind {
    case .texture: unsafe glDeleteTextures(1, &name)
    case .renderbuffer: unsafe glDeleteRenderbuffers(1, &name)
    case .framebuffer: unsafe glDeleteFramebuffers(1, &name)
    case .vertexArray: unsafe glDeleteVertexArrays(1, &name)
    case .buffer: unsafe glDeleteBuffers(1, &name)
    }
  }
}
