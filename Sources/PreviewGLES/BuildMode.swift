#if DEBUG
  /// Whether GL's errors are asked for after each scene; that waits for the driver, so only in debug.
  let checksEachScene = true
#else
  /// Whether GL's errors are asked for after each scene; that waits for the driver, so only in debug.
  let checksEachScene = false
#endif
