import CPulse

/// Owns PulseAudio's event loop (`pa_mainloop`).
///
/// Sendable unchecked: `wakeUp` only writes to a pipe; all else is used by one thread, which also lets
/// go of it last.
@safe final class MainLoop: @unchecked Sendable {
  // Unsafe: owned from the initialiser to the deinitialiser.
  private let pointer: OpaquePointer
  /// What the library's other objects are made on.
  let api: UnsafeMutablePointer<pa_mainloop_api>

  /// Makes a loop; nil when the system has no descriptors left (`pa_mainloop_new`).
  init?() {
    guard let pointer = unsafe pa_mainloop_new(), let api = unsafe pa_mainloop_get_api(pointer)
    else { return nil }
    unsafe self.pointer = unsafe pointer
    unsafe self.api = unsafe api
  }

  deinit { unsafe pa_mainloop_free(pointer) }

  /// Waits for something to happen and serves it (`pa_mainloop_iterate`).
  ///
  /// - Returns: false when the loop cannot go on.
  func iterate() -> Bool { unsafe pa_mainloop_iterate(pointer, 1, nil) >= 0 }

  /// Makes `iterate` return, from any thread (`pa_mainloop_wakeup`).
  func wakeUp() { unsafe pa_mainloop_wakeup(pointer) }
}
