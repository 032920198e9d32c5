import CGLES
import CGLESShims
import PreviewCore

/// A GLES 3 context without any surface, destroyed with its last reference.
///
/// Its display stays initialised: EGL hands the same display to everybody in the process, so ending
/// it would end other people's contexts too.
@safe final class EGLContextOwner {
  // Unsafe: EGL's own handles, valid until `deinit`; never dereferenced.
  private let display: EGLDisplay
  private let context: EGLContext
  private var isDestroyed = false

  /// Opens the first display of a list that can have a context.
  init(_ platform: HeadlessGLES.Platform) throws(PreviewError) {
    var failures: [String] = []
    for candidate in EGLDisplayCandidate.all(platform) {
      do throws(PreviewError) {
        unsafe (display, context) = try candidate.open()
        return
      } catch {
        failures.append(error.message)
      }
    }
    throw PreviewError(
      .graphicsUnavailable,
      "No OpenGL ES 3 without a window: \(failures.isEmpty ? "EGL has no displays" : failures.joined(separator: "; ")).",
      remedy: "Install a driver: sudo apt-get install libegl1 libgl1-mesa-dri.")
  }

  deinit { lose() }

  /// Destroys the context, also before its time, as a driver that resets a GPU does.
  func lose() {
    guard !isDestroyed else { return }
    isDestroyed = true
    unsafe _ = eglDestroyContext(display, context)
  }

  /// Lets go of objects whose context is lost: with no context current, so that their names are not
  /// deleted in somebody else's.
  func withoutContext(_ body: () -> Void) {
    let previous = unsafe (
      display: eglGetCurrentDisplay(), draw: eglGetCurrentSurface(EGL_DRAW),
      read: eglGetCurrentSurface(EGL_READ), context: eglGetCurrentContext()
    )
    unsafe _ = eglMakeCurrent(display, nil, nil, nil)
    body()
    unsafe _ = eglMakeCurrent(
      previous.display ?? display, previous.draw, previous.read, previous.context)
  }

  /// Runs something with this context current on the thread, and puts back what was current before.
  func withCurrent<Result>(
    _ body: () throws(PreviewError) -> Result
  ) throws(PreviewError) -> Result {
    let previous = unsafe (
      display: eglGetCurrentDisplay(), draw: eglGetCurrentSurface(EGL_DRAW),
      read: eglGetCurrentSurface(EGL_READ), context: eglGetCurrentContext()
    )
    guard !isDestroyed, unsafe eglMakeCurrent(display, nil, nil, context) == EGL_TRUE else {
      throw PreviewError.lostContext(isDestroyed ? EGL_BAD_CONTEXT : eglGetError())
    }
    defer {
      // Nothing was current: the thread is left without a context, on this display.
      unsafe _ = eglMakeCurrent(
        previous.display ?? display, previous.draw, previous.read, previous.context)
    }
    return try body()
  }
}

/// A display that may be there.
@safe struct EGLDisplayCandidate {
  private let name: String
  private let platform: EGLenum
  // Unsafe: EGL's own handle, valid as long as the process; never dereferenced.
  private let device: EGLDeviceEXT?

  static func all(_ platform: HeadlessGLES.Platform) -> [EGLDisplayCandidate] {
    let surfaceless = unsafe EGLDisplayCandidate(
      name: "surfaceless", platform: EGLenum(EGL_PLATFORM_SURFACELESS_MESA), device: nil)
    switch platform {
    case .automatic: return [surfaceless] + devices
    case .surfaceless: return [surfaceless]
    case .device: return devices
    }
  }

  private static var devices: [EGLDisplayCandidate] {
    let capacity = 16
    var devices = unsafe [EGLDeviceEXT?](repeating: nil, count: capacity)
    let count = unsafe CGLESShims_queryDevices(&devices, EGLint(capacity))
    return unsafe devices.prefix(Int(count)).enumerated().map { index, device in
      unsafe EGLDisplayCandidate(
        name: "device \(index)", platform: EGLenum(EGL_PLATFORM_DEVICE_EXT), device: device)
    }
  }

  func open() throws(PreviewError) -> (EGLDisplay, EGLContext) {
    guard let display = unsafe eglGetPlatformDisplay(platform, device, nil) else {
      throw PreviewError.egl("\(name): no display")
    }
    guard unsafe eglInitialize(display, nil, nil) == EGL_TRUE,
      eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE
    else { throw PreviewError.egl("\(name): cannot be initialised") }
    let wanted: [EGLint] = [EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE]
    var config: EGLConfig?
    var count: EGLint = 0
    guard unsafe eglChooseConfig(display, wanted, &config, 1, &count) == EGL_TRUE, count > 0 else {
      throw PreviewError.egl("\(name): no OpenGL ES 3")
    }
    let attributes: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE]
    guard let context = unsafe eglCreateContext(display, config, nil, attributes) else {
      throw PreviewError.egl("\(name): no context")
    }
    return unsafe (display, context)
  }
}

extension PreviewError {
  /// The context cannot be made current: a reset of the GPU or a suspend took it away.
  static func lostContext(_ code: EGLint) -> PreviewError {
    PreviewError(
      .graphicsFailed,
      "The graphics context is lost (EGL error 0x\(String(code, radix: 16))).",
      systemError: code)
  }

  /// Whether a new context may help: this one was destroyed or lost.
  var isLostContext: Bool {
    systemError == EGL_CONTEXT_LOST || systemError == EGL_BAD_CONTEXT
  }

  /// What EGL's last call on this thread failed with.
  static func egl(_ message: String) -> PreviewError {
    let code = eglGetError()
    return PreviewError(
      .graphicsUnavailable, "\(message) (EGL error 0x\(String(code, radix: 16)))",
      systemError: code)
  }
}
