import CGLES
import PreviewCore

/// A linked program and the places of its uniforms.
///
/// *Context*: the GL context it was made in, also for its end.
final class ShaderProgram {
  private let name: GLuint
  private let places: [Uniform: GLint]

  /// The uniforms of `Shaders`.
  enum Uniform: String, CaseIterable {
    case bounds, origin, square, edges, position, size, part, chroma, color, shade, viewport
  }

  /// GL objects that making one program makes.
  static let objectCount = 3

  /// The vertices' parts of `Shaders`, in the order of their places.
  enum Attribute: String, CaseIterable {
    case spot, picture, shading

    var place: GLuint {
      switch self {
      case .spot: 0
      case .picture: 1
      case .shading: 2
      }
    }
  }

  init(_ layout: SampleLayout, _ surface: Shaders.Surface) throws(PreviewError) {
    let vertex = try Shader(GL_VERTEX_SHADER, Shaders.vertex(surface))
    let fragment = try Shader(GL_FRAGMENT_SHADER, Shaders.fragment(layout, surface))
    let program = glCreateProgram()
    name = program
    glAttachShader(program, vertex.name)
    glAttachShader(program, fragment.name)
    if surface == .mesh {
      for attribute in Attribute.allCases {
        unsafe glBindAttribLocation(program, attribute.place, attribute.rawValue)
      }
    }
    glLinkProgram(program)
    var linked: GLint = 0
    unsafe glGetProgramiv(program, GLenum(GL_LINK_STATUS), &linked)
    places = Dictionary(
      uniqueKeysWithValues: Uniform.allCases.map { uniform in
        (uniform, unsafe glGetUniformLocation(program, uniform.rawValue))
      })
    guard linked != 0 else {
      throw PreviewError(.graphicsFailed, "The program for \(layout) pictures does not link.")
    }
    setSamplers()
  }

  deinit { glDeleteProgram(name) }

  func use() { glUseProgram(name) }

  /// Sets a uniform of the program in use: `width` numbers each, as many as there are.
  func set(_ uniform: Uniform, width: Int, _ values: UniformValues) {
    // -1, a uniform that this layout has no use for, is ignored by GL.
    let place = places[uniform] ?? -1
    let count = GLsizei(values.count / width)
    unsafe values.withFloats { floats in
      switch width {
      case 2: unsafe glUniform2fv(place, count, floats)
      case 3: unsafe glUniform3fv(place, count, floats)
      default: unsafe glUniform4fv(place, count, floats)
      }
    }
  }

  /// Plane n is read from texture unit n.
  private func setSamplers() {
    use()
    let units: [GLint] = [0, 1, 2]
    unsafe glUniform1iv(glGetUniformLocation(name, "planes"), GLsizei(units.count), units)
  }
}

/// One compiled shader, needed until its program is linked.
private final class Shader {
  let name: GLuint

  init(_ kind: Int32, _ text: String) throws(PreviewError) {
    let shader = glCreateShader(GLenum(kind))
    name = shader
    unsafe text.withCString { text in
      var text: UnsafePointer<GLchar>? = unsafe text
      unsafe glShaderSource(shader, 1, &text, nil)
    }
    glCompileShader(shader)
    var compiled: GLint = 0
    unsafe glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &compiled)
    guard compiled != 0 else {
      throw PreviewError(
        .graphicsUnavailable, "The driver \(GL.string(GL_VERSION)) refuses a shader: \(log).",
        remedy: "OpenGL ES 3.0 is needed.")
    }
  }

  deinit { glDeleteShader(name) }

  private var log: String {
    var text = [UInt8](repeating: 0, count: 1024)
    var length: GLsizei = 0
    unsafe text.withUnsafeMutableBytes { bytes in
      unsafe glGetShaderInfoLog(
        name, GLsizei(bytes.count), &length, bytes.baseAddress?.assumingMemoryBound(to: GLchar.self)
      )
    }
    return String(decoding: text.prefix(Int(length)), as: UTF8.self)
  }
}
