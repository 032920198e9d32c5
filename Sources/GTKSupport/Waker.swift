internal import CGTK

/// Wakes the main loop from any thread: many calls before the loop comes round are one call of
/// the handler.
///
/// For what happens often, such as a new camera frame, where a task each time would be a waste.
///
/// *Context*: made on the main actor; `wake` may be called on any thread and never blocks for
/// longer than GLib's own lock. After `cancel`, or with the last reference, the handler is not
/// called again.
@safe
public final class Waker: Sendable {
  private let source: Source

  /// Makes a sleeping waker.
  ///
  /// - Parameter handler: called on the main actor soon after `wake`.
  @MainActor
  public init(_ handler: @escaping @MainActor () -> Void) {
    // A time-out far away whose time is moved to now: the one kind of source that can be fired
    // from another thread without a C structure of our own.
    let source = unsafe g_timeout_source_new(guint.max)
    let box = unsafe Unmanaged.passRetained(Box(handler)).toOpaque()
    unsafe g_source_set_callback(
      source,
      { box in
        guard let box = unsafe box else { return 0 }
        nonisolated(unsafe) let held = unsafe Unmanaged<Box>.fromOpaque(box).takeUnretainedValue()
        // The default context runs on the main thread only.
        MainActor.assumeIsolated { unsafe held.handler() }
        return 1
      }, box, { box in if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).release() } }
    )
    _ = unsafe g_source_attach(source, nil)
    self.source = unsafe Source(pointer: source)
  }

  deinit { cancel() }

  /// Asks for one call of the handler.
  public func wake() { unsafe g_source_set_ready_time(source.pointer, 0) }

  /// No more calls; more than once is fine.
  public func cancel() { unsafe g_source_destroy(source.pointer) }

  private final class Box {
    let handler: @MainActor () -> Void
    init(_ handler: @escaping @MainActor () -> Void) { self.handler = handler }
  }

  /// The owner of the `GSource`. Unchecked: `g_source_set_ready_time`, `g_source_destroy` and
  /// `g_source_unref` lock the context themselves.
  @safe
  private final class Source: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GSource>?
    init(pointer: UnsafeMutablePointer<GSource>?) { unsafe self.pointer = unsafe pointer }
    deinit { unsafe g_source_unref(pointer) }
  }
}
