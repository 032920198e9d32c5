import CTurboJPEG

/// Owns one libjpeg-turbo instance (`tjInitDecompress`, `tjInitCompress`, `tjDestroy`).
///
/// Not for two threads at once: an instance holds the work memory of one picture.
@safe struct TurboJPEGHandle: ~Copyable {
  // Unsafe: owned from the initialiser to the deinitialiser and never handed out.
  let pointer: tjhandle

  /// Takes over a new instance; nil when there was no memory for one.
  init?(_ pointer: tjhandle?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe tjDestroy(pointer) }

  /// The library's words for what went wrong last (`tjGetErrorStr2`).
  var message: String {
    guard let text = unsafe tjGetErrorStr2(pointer) else { return "unknown error" }
    return unsafe String(cString: text)
  }

  /// Whether what went wrong last left a picture all the same (`tjGetErrorCode`).
  var isWarning: Bool { unsafe tjGetErrorCode(pointer) == Int32(TJERR_WARNING.rawValue) }
}
