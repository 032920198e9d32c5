import CGLES
import Glibc
import MediaTypes
import PreviewCore
import PreviewGLES

/// Frames in memory that a graphics driver shares: each plane is a texture of this driver, exported
/// (`EGL_MESA_image_dma_buf_export`). For GPUs of machines that have neither the kernel's heap nor plain
/// buffers. How the rows lie is the driver's own affair, which the modifier tells.
///
/// *Context*: the GL context that is to draw them is current.
enum ExportedMemory {
  /// Why a driver does not export.
  struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) {
      description = "\(what) (EGL error 0x\(String(eglGetError(), radix: 16)))"
    }
  }

  /// The same frame in the driver's memory.
  ///
  /// - Throws: `Refusal`.
  static func frame(like frame: VideoFrame, identity: UInt64) throws -> VideoFrame {
    var planes: [DMABuf.Plane] = []
    do {
      for (index, shape) in frame.format.planeShapes.enumerated() {
        planes.append(try export(frame, index, shape))
      }
    } catch {
      for plane in planes { close(plane.descriptor) }
      throw error
    }
    let descriptors = planes.map(\.descriptor)
    // Unsafe: the closure holds the frame, which holds the bytes.
    let buffer = unsafe frame.buffer.withUnsafeBytes { bytes in
      unsafe FrameBuffer(unsafeBytes: bytes, native: DMABuf(planes: planes, identity: identity)) {
        for descriptor in descriptors { close(descriptor) }
        withExtendedLifetime(frame) {}
      }
    }
    return try VideoFrame(
      buffer: buffer, format: frame.format, size: frame.size, planes: frame.planes,
      color: frame.color, rotation: frame.rotation, isMirrored: frame.isMirrored,
      pixelAspect: frame.pixelAspect, crop: frame.crop, source: frame.source,
      sequence: frame.sequence, presentationTime: frame.presentationTime)
  }

  /// One plane as a texture, and the texture's memory.
  private static func export(
    _ frame: VideoFrame, _ index: Int, _ shape: PlaneShape
  ) throws -> DMABuf.Plane {
    var texture: GLuint = 0
    unsafe glGenTextures(1, &texture)
    // The memory lasts as long as its descriptor.
    defer { unsafe glDeleteTextures(1, &texture) }
    glBindTexture(GLenum(GL_TEXTURE_2D), texture)
    upload(frame, index, shape)
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    glFinish()
    guard glGetError() == GLenum(GL_NO_ERROR) else { throw Refusal("it makes no texture") }
    return try unsafe Calls().export(
      texture, as: SharedPlane.code(bytesPerSample: shape.bytesPerSample))
  }

  private static func upload(_ frame: VideoFrame, _ index: Int, _ shape: PlaneShape) {
    let formats = [1: (GL_R8, GL_RED), 2: (GL_RG8, GL_RG), 4: (GL_RGBA8, GL_RGBA)]
    guard let (stored, given) = formats[shape.bytesPerSample] else { return }
    let width = shape.samplesPerRow(width: frame.size.width)
    let rows = shape.rows(height: frame.size.height)
    let layout = frame.planes[index]
    glTexStorage2D(
      GLenum(GL_TEXTURE_2D), 1, GLenum(stored), GLsizei(width), GLsizei(rows))
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    // Unsafe: the frame has checked that its rows lie in its buffer.
    unsafe frame.buffer.withUnsafeBytes { bytes in
      for row in 0..<rows {
        unsafe glTexSubImage2D(
          GLenum(GL_TEXTURE_2D), 0, 0, GLint(row), GLsizei(width), 1, GLenum(given),
          GLenum(GL_UNSIGNED_BYTE),
          bytes.baseAddress?.advanced(by: layout.offset + row * layout.stride))
      }
    }
  }
}

/// EGL's extension functions, as far as the driver has them.
@unsafe private struct Calls {
  private let display: EGLDisplay
  private let context: EGLContext
  private let create: PFNEGLCREATEIMAGEKHRPROC
  private let destroy: PFNEGLDESTROYIMAGEKHRPROC
  private let query: PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC
  private let export: PFNEGLEXPORTDMABUFIMAGEMESAPROC

  init() throws {
    // Each name is cast to the type that EGL's own header gives the function of that name.
    guard let display = unsafe eglGetCurrentDisplay(), let context = unsafe eglGetCurrentContext(),
      let extensions = unsafe eglQueryString(display, EGL_EXTENSIONS),
      unsafe strstr(extensions, "EGL_MESA_image_dma_buf_export") != nil,
      let create = unsafe eglGetProcAddress("eglCreateImageKHR"),
      let destroy = unsafe eglGetProcAddress("eglDestroyImageKHR"),
      let query = unsafe eglGetProcAddress("eglExportDMABUFImageQueryMESA"),
      let export = unsafe eglGetProcAddress("eglExportDMABUFImageMESA")
    else { throw ExportedMemory.Refusal("it has no EGL_MESA_image_dma_buf_export") }
    unsafe (self.display, self.context) = (display, context)
    unsafe self.create = unsafeBitCast(create, to: PFNEGLCREATEIMAGEKHRPROC.self)
    unsafe self.destroy = unsafeBitCast(destroy, to: PFNEGLDESTROYIMAGEKHRPROC.self)
    unsafe self.query = unsafeBitCast(query, to: PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC.self)
    unsafe self.export = unsafeBitCast(export, to: PFNEGLEXPORTDMABUFIMAGEMESAPROC.self)
  }

  /// - Parameter code: what the renderer will call the texels; another name is refused, and said.
  func export(_ texture: GLuint, as code: UInt32?) throws -> DMABuf.Plane {
    let name = unsafe EGLClientBuffer(bitPattern: UInt(texture))
    guard
      let image = unsafe create(display, context, EGLenum(EGL_GL_TEXTURE_2D_KHR), name, nil)
    else { throw ExportedMemory.Refusal("it makes no image of a texture") }
    defer { unsafe _ = destroy(display, image) }
    var (fourCC, count): (Int32, Int32) = (0, 0)
    var modifier: UInt64 = 0
    guard unsafe query(display, image, &fourCC, &count, nil) == EGL_TRUE, count == 1,
      unsafe query(display, image, nil, nil, &modifier) == EGL_TRUE
    else { throw ExportedMemory.Refusal("it does not describe a texture's memory") }
    guard UInt32(bitPattern: fourCC) == code else {
      let name = String(UInt32(bitPattern: fourCC), radix: 16)
      throw ExportedMemory.Refusal("it calls texels 0x\(name) that are known by another name")
    }
    var (descriptor, stride, offset): (Int32, EGLint, EGLint) = (-1, 0, 0)
    guard unsafe export(display, image, &descriptor, &stride, &offset) == EGL_TRUE,
      descriptor >= 0
    else { throw ExportedMemory.Refusal("it does not export a texture's memory") }
    return DMABuf.Plane(
      descriptor: descriptor, offset: Int(offset), stride: Int(stride), modifier: modifier)
  }
}
