import CGLES
import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewPatterns
import Testing

/// A renderer in a context that a toolkit uses too.
@Suite(.requiresGPU, .timeLimit(.minutes(10)))
struct SharedContextTests {
  private static let size = PixelSize(width: 32, height: 24)

  private static func scene(_ sequence: UInt64) throws -> Scene {
    var pattern = PatternFrame(.i420, size: PixelSize(width: 17, height: 11))
    pattern.sequence = sequence
    return SceneComposer.scene(
      viewport: size, gravity: .aspectFit, face: Face(frame: try pattern.make()),
      background: SceneColor(red: 0, green: 0.5, blue: 0))
  }

  @Test func `State that a toolkit leaves behind does not show`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let clean = try gpu.draw(try Self.scene(0))
    var toolkit: ToolkitState?
    for sequence in UInt64(1)...3 {
      _ = try gpu.withTarget { _ throws(PreviewError) in
        toolkit = toolkit ?? ToolkitState()
        toolkit?.apply()
      }
      #expect(try gpu.draw(try Self.scene(sequence)) == clean)
    }
  }

  @Test func `It draws into the framebuffer that is bound, and leaves nothing bound`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let clean = try gpu.draw(try Self.scene(0))
    let scene = try Self.scene(1)
    let left = try gpu.withTarget { renderer throws(PreviewError) in
      glClearColor(1, 0, 1, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      let bound = Self.integer(GL_DRAW_FRAMEBUFFER_BINDING)
      try renderer.draw(scene)
      return [
        Self.integer(GL_DRAW_FRAMEBUFFER_BINDING) - bound, Self.integer(GL_CURRENT_PROGRAM),
        Self.integer(GL_VERTEX_ARRAY_BINDING), Self.integer(GL_TEXTURE_BINDING_2D),
        Self.integer(GL_UNPACK_ROW_LENGTH), Self.integer(GL_UNPACK_ALIGNMENT) - 4,
        GLint(glGetError()),
      ]
    }
    #expect(left == [0, 0, 0, 0, 0, 0, 0])
    // The same frame again: were the first one not in this target, it would differ.
    #expect(try gpu.draw(scene) == clean)
  }

  @Test func `A headless renderer puts back the context that was current`() throws {
    let outer = try HeadlessGLES(size: Self.size)
    let inner = try HeadlessGLES(size: Self.size)
    let scene = try Self.scene(0)
    _ = try outer.withTarget { renderer throws(PreviewError) in
      let framebuffer = Self.integer(GL_DRAW_FRAMEBUFFER_BINDING)
      _ = try inner.draw(scene)
      #expect(Self.integer(GL_DRAW_FRAMEBUFFER_BINDING) == framebuffer)
      try renderer.draw(scene)
    }
    #expect(try outer.draw(scene) == inner.draw(scene))
  }

  private static func integer(_ name: Int32) -> GLint {
    var value: GLint = 0
    unsafe glGetIntegerv(GLenum(name), &value)
    return value
  }
}

/// The worst that a toolkit may leave in a context. Its objects end with the context.
private struct ToolkitState {
  private let buffer: GLuint
  private let sampler: GLuint

  init() {
    var names: (GLuint, GLuint) = (0, 0)
    unsafe glGenBuffers(1, &names.0)
    unsafe glGenSamplers(1, &names.1)
    (buffer, sampler) = names
    // A filter that would need mipmaps, which no picture has.
    glSamplerParameteri(sampler, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR_MIPMAP_LINEAR)
  }

  func apply() {
    for capability in [
      GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_BLEND,
      GL_RASTERIZER_DISCARD, GL_SAMPLE_ALPHA_TO_COVERAGE,
    ] {
      glEnable(GLenum(capability))
    }
    glScissor(3, 3, 4, 4)
    glViewport(1, 2, 3, 4)
    glDepthFunc(GLenum(GL_NEVER))
    glCullFace(GLenum(GL_FRONT_AND_BACK))
    glBlendEquation(GLenum(GL_FUNC_REVERSE_SUBTRACT))
    glBlendFunc(GLenum(GL_ZERO), GLenum(GL_ZERO))
    glColorMask(GLboolean(GL_FALSE), GLboolean(GL_TRUE), GLboolean(GL_FALSE), GLboolean(GL_FALSE))
    for (name, value) in [
      (GL_UNPACK_ROW_LENGTH, 99), (GL_UNPACK_SKIP_ROWS, 2), (GL_UNPACK_SKIP_PIXELS, 3),
      (GL_UNPACK_ALIGNMENT, 8),
    ] {
      glPixelStorei(GLenum(name), GLint(value))
    }
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), buffer)
    glActiveTexture(GLenum(GL_TEXTURE0) + 2)
    for unit in 0..<3 { glBindSampler(GLuint(unit), sampler) }
    // And an error that nobody has asked about.
    glEnable(GLenum(GL_TEXTURE_2D))
  }
}
