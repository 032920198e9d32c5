import CALSA

/// Keeps the library from writing to standard error: what it has to say is in the errors.
enum LibraryMessages {
  /// For the calling thread (`snd_lib_error_set_local`).
  static func silence() {
    _ = unsafe snd_lib_error_set_local { _, _, _, _, _, _ in }
  }
}
