import CPipeWire
import CPipeWireShims

/// Owns a PipeWire loop (`pw_main_loop`) and its share of the library (`pw_init`).
///
/// *Context*: made anywhere, then used by one thread, which runs it and lets go of it.
@safe final class MainLoop {
  // Unsafe: owned from the initialiser to the deinitialiser.
  private let pointer: OpaquePointer
  /// The loop that the library's other objects are made on.
  let loop: UnsafeMutablePointer<pw_loop>

  /// Makes a loop; nil when the system has no descriptors left.
  init?() {
    pw_init(nil, nil)
    guard let pointer = unsafe pw_main_loop_new(nil) else {
      pw_deinit()
      return nil
    }
    unsafe self.pointer = unsafe pointer
    unsafe loop = unsafe pw_main_loop_get_loop(pointer)
  }

  deinit {
    unsafe pw_main_loop_destroy(pointer)
    pw_deinit()
  }

  /// Serves the loop until `quit` (`pw_main_loop_run`).
  func run() { _ = unsafe pw_main_loop_run(pointer) }

  /// Makes `run` return after what is being served (`pw_main_loop_quit`).
  func quit() { _ = unsafe pw_main_loop_quit(pointer) }
}

/// Wakes a loop from any thread (`pw_loop_add_event`).
///
/// Sendable unchecked: `signal` only writes to a descriptor; the handler is set, called and freed on
/// the loop's thread.
@safe final class LoopEvent: @unchecked Sendable {
  /// Called on the loop's thread after one or more signals.
  var handler: () -> Void = {}

  private let loop: MainLoop
  // Unsafe: owned; set once in the initialiser, which needs `self` for it.
  private var source: UnsafeMutablePointer<spa_source>?

  /// Adds an event to a loop that no thread runs yet; nil when the system has no descriptors left.
  init?(on loop: MainLoop) {
    self.loop = loop
    // Unretained: the source is destroyed before this object is.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe source = unsafe cpipewireshims_loop_add_event(
      loop.loop,
      { this, _ in
        guard let this = unsafe this else { return }
        unsafe Unmanaged<LoopEvent>.fromOpaque(this).takeUnretainedValue().handler()
      }, this)
    if unsafe source == nil { return nil }
  }

  deinit {
    if let source = unsafe source {
      unsafe cpipewireshims_loop_destroy_source(loop.loop, source)
    }
  }

  /// Has the handler called soon (`pw_loop_signal_event`).
  func signal() { unsafe cpipewireshims_loop_signal_event(loop.loop, source) }
}
