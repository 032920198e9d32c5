import CGLES
import PreviewCore

/// GL's questions that have one answer, and its errors.
enum GL {
  /// `glGetIntegerv` for a value that is one number.
  static func integer(_ name: Int32) -> Int {
    var value: GLint = 0
    unsafe glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }

  /// `glGetString`; empty when no context is current.
  static func string(_ name: Int32) -> String {
    guard let text = unsafe glGetString(GLenum(name)) else { return "" }
    return unsafe String(cString: text)
  }

  /// Forgets errors that somebody else left.
  static func clearErrors() {
    // Bounded: without a context, or with a lost one, GL may report an error for ever.
    for _ in 0..<16 where glGetError() == GLenum(GL_NO_ERROR) { return }
  }

  /// `glGetError` as a thrown error.
  static func check(_ doing: String) throws(PreviewError) {
    let code = glGetError()
    guard code != GLenum(GL_NO_ERROR) else { return }
    clearErrors()
    throw PreviewError(
      .graphicsFailed,
      "The graphics driver failed at \(doing) (GL error 0x\(String(code, radix: 16))).",
      systemError: Int32(bitPattern: code))
  }
}
