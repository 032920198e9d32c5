import CGLES
import PreviewCore

/// Where the triangles of bent surfaces are put for the GPU, one surface at a time.
///
/// *Context*: the GL context it was made in, also for its end.
final class MeshBuffer {
  private let vertexArray = GLObject(.vertexArray)
  private let buffer = GLObject(.buffer)
  private let previous: GLuint

  /// GL objects that making one makes.
  static let objectCount = 2
  /// Floats of a vertex.
  private static let stride = 10

  /// - Parameter vertexArray: is bound again after each drawing.
  init(besides vertexArray: GLObject) {
    previous = vertexArray.name
    glBindVertexArray(self.vertexArray.name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
    var start = 0
    for (attribute, count) in [(ShaderProgram.Attribute.spot, 3), (.picture, 4), (.shading, 3)] {
      glEnableVertexAttribArray(attribute.place)
      // Unsafe: not a pointer but an offset into the buffer that is bound.
      unsafe glVertexAttribPointer(
        attribute.place, GLint(count), GLenum(GL_FLOAT), GLboolean(GL_FALSE),
        GLsizei(Self.stride * MemoryLayout<GLfloat>.stride),
        UnsafeRawPointer(bitPattern: start * MemoryLayout<GLfloat>.stride))
      start += count
    }
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
    glBindVertexArray(previous)
  }

  /// Draws with the program that is in use.
  func draw(_ mesh: ScreenMesh) {
    var floats: [GLfloat] = []
    floats.reserveCapacity(mesh.vertices.count * Self.stride)
    for vertex in mesh.vertices {
      floats.append(GLfloat(vertex.x))
      floats.append(GLfloat(vertex.y))
      floats.append(GLfloat(vertex.weight))
      floats.append(GLfloat(vertex.u))
      floats.append(GLfloat(vertex.v))
      floats.append(GLfloat(vertex.reach.u))
      floats.append(GLfloat(vertex.reach.v))
      floats.append(GLfloat(vertex.shade.brightness))
      floats.append(GLfloat(vertex.shade.opacity))
      floats.append(GLfloat(vertex.shade.paleness))
    }
    glBindVertexArray(vertexArray.name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
    // Unsafe: GL copies before it returns.
    unsafe floats.withUnsafeBytes { bytes in
      unsafe glBufferData(
        GLenum(GL_ARRAY_BUFFER), GLsizeiptr(bytes.count), bytes.baseAddress,
        GLenum(GL_STREAM_DRAW))
    }
    glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(mesh.vertices.count))
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
    glBindVertexArray(previous)
  }
}
