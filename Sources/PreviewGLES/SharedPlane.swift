import CGLES
import CGLESShims
import MediaTypes

/// One plane of a frame's shared memory as an EGL image (`EGL_EXT_image_dma_buf_import`), destroyed with
/// its last reference. It keeps the memory alive by itself.
@safe package final class SharedPlane {
  // Unsafe: EGL's own handles; the display lasts as long as the process, the image until `deinit`.
  private let display: EGLDisplay
  private let image: EGLImageKHR

  /// Whether the context that is current can use shared memory at all.
  static var isPossible: Bool { CGLESShims_canImportMemory() != 0 }

  /// - Returns: nil for a layout that the driver does not take, or texels that have no name there.
  init?(_ plane: DMABuf.Plane, shape: PlaneShape, of size: PixelSize) {
    guard let display = unsafe eglGetCurrentDisplay(),
      let code = Self.code(bytesPerSample: shape.bytesPerSample),
      let offset = EGLint(exactly: plane.offset), let stride = EGLint(exactly: plane.stride),
      let image = unsafe CGLESShims_makeImage(
        display, plane.descriptor, code, EGLint(shape.samplesPerRow(width: size.width)),
        EGLint(shape.rows(height: size.height)), offset, stride, plane.modifier)
    else { return nil }
    unsafe (self.display, self.image) = (display, image)
  }

  deinit { unsafe CGLESShims_destroyImage(display, image) }

  /// Makes the texture that is bound show the plane as it is now.
  func show() { unsafe CGLESShims_useImage(image) }

  /// Whether a plane's texels have a name that drivers take.
  static func hasName(_ shape: PlaneShape) -> Bool {
    code(bytesPerSample: shape.bytesPerSample) != nil
  }

  /// The codes of `drm_fourcc.h` whose bytes are those of a texel: `R8`, `GR88` and `ABGR8888`. One of
  /// three bytes has none that drivers take.
  package static func code(bytesPerSample: Int) -> UInt32? {
    switch bytesPerSample {
    case 1: 0x2020_3852
    case 2: 0x3838_5247
    case 4: 0x3432_4241
    default: nil
    }
  }
}
