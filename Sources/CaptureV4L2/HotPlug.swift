import MediaTypes

/// Tells when the cameras may have changed.
///
/// *Context*: one thread waits; the other members from any thread.
protocol HotPlug: Sendable {
  /// Blocks until something has changed, `poke` was called, or the time has passed.
  ///
  /// - Parameter limit: nil for ever.
  /// - Returns: false once `end` has been called.
  func wait(limit: MediaTime?) -> Bool

  /// Makes `wait` return.
  func poke()

  /// Makes `wait` return false, now and from now on.
  func end()
}
