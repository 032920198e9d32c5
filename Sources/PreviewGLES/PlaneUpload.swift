import CGLES
import MediaTypes

/// GL's names for texels of so many bytes.
struct TexelFormat {
  /// How the texture stores them.
  let stored: GLenum
  /// How the bytes come.
  let given: GLenum

  init(bytesPerSample: Int) {
    let names =
      switch bytesPerSample {
      case 1: (GL_R8, GL_RED)
      case 2: (GL_RG8, GL_RG)
      case 3: (GL_RGB8, GL_RGB)
      default: (GL_RGBA8, GL_RGBA)
      }
    (stored, given) = (GLenum(names.0), GLenum(names.1))
  }
}

/// How GL is told about a plane's stride: a row length in samples, and an alignment in bytes to
/// which GL rounds each row up (OpenGL ES 3.0, section 3.7.1).
struct RowUnpacking: Hashable {
  let rowLength: Int
  let alignment: Int

  /// - Returns: nil for a stride that GL cannot be told, since it is no whole number of samples
  ///   after any rounding.
  init?(stride: Int, bytesPerSample: Int) {
    rowLength = stride / bytesPerSample
    let bytes = rowLength * bytesPerSample
    let fitting = [1, 2, 4, 8].first { (bytes + $0 - 1) / $0 * $0 == stride }
    guard let fitting else { return nil }
    alignment = fitting
  }
}

/// One plane on its way to the texture that is bound.
struct PlaneUpload {
  private let frame: VideoFrame
  private let layout: PlaneLayout
  private let shape: PlaneShape
  private let width: Int
  private let height: Int

  init(_ frame: VideoFrame, plane: Int, shape: PlaneShape) {
    self.frame = frame
    self.shape = shape
    layout = frame.planes[plane]
    width = shape.samplesPerRow(width: frame.size.width)
    height = shape.rows(height: frame.size.height)
  }

  /// - Parameter scratch: memory that is kept for the strides that GL cannot be told.
  func run(scratch: inout [UInt8]) {
    if let rows = RowUnpacking(stride: layout.stride, bytesPerSample: shape.bytesPerSample) {
      // Unsafe: GL copies before it returns, and `VideoFrame` has checked the rows' bounds.
      unsafe frame.buffer.withUnsafeBytes { bytes in
        unsafe send(bytes.baseAddress?.advanced(by: layout.offset), rows)
      }
    } else {
      pack(into: &scratch)
      let rows = RowUnpacking(
        stride: width * shape.bytesPerSample, bytesPerSample: shape.bytesPerSample)
      if let rows { unsafe scratch.withUnsafeBytes { unsafe send($0.baseAddress, rows) } }
    }
  }

  private func send(_ pixels: UnsafeRawPointer?, _ rows: RowUnpacking) {
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(rows.rowLength))
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), GLint(rows.alignment))
    unsafe glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(width), GLsizei(height),
      TexelFormat(bytesPerSample: shape.bytesPerSample).given, GLenum(GL_UNSIGNED_BYTE), pixels)
  }

  /// Copies the rows one after another.
  private func pack(into scratch: inout [UInt8]) {
    let rowBytes = width * shape.bytesPerSample
    scratch.removeAll(keepingCapacity: true)
    // Unsafe: as above.
    unsafe frame.buffer.withUnsafeBytes { bytes in
      for row in 0..<height {
        let start = layout.offset + row * layout.stride
        unsafe scratch.append(contentsOf: bytes[start..<start + rowBytes])
      }
    }
  }
}
