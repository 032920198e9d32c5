internal import CGTK

/// Owns one reference to a GObject, and the signal handlers connected through this wrapper.
///
/// The reference is given back, and the handlers are disconnected, when the wrapper goes; the
/// object itself lives on as long as somebody else (a parent widget, say) holds it. A wrapper
/// therefore keeps the wrappers of what was put into it, so that holding a window is enough.
///
/// *Context*: main actor, as GTK itself; the last reference may go on any thread.
@MainActor
@safe
open class Object {
  let raw: UnsafeMutableRawPointer
  private var handlers: [gulong] = []
  private var kept: [Object] = []

  /// Takes over a new object: its floating reference if it has one, otherwise a reference of our own
  /// (`g_object_ref_sink`).
  init(sinking object: UnsafeMutableRawPointer?) {
    unsafe raw = g_object_ref_sink(Self.made(object))
  }

  /// Takes over a reference that the caller was given (transfer full).
  init(taking object: UnsafeMutableRawPointer?) {
    unsafe raw = Self.made(object)
  }

  // A constructor of GTK returns an object or ends the program; nothing outside can make it fail.
  private static func made(_ object: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
    guard let object = unsafe object else { preconditionFailure("GTK made no object") }
    return unsafe object
  }

  isolated deinit {
    for handler in handlers where unsafe g_signal_handler_is_connected(raw, handler) != 0 {
      unsafe g_signal_handler_disconnect(raw, handler)
    }
    unsafe g_object_unref(raw)
  }

  /// The GObject, for programs with their own bindings; valid as long as this wrapper, which keeps
  /// its reference.
  @unsafe
  public var unsafePointer: UnsafeMutableRawPointer { unsafe raw }

  /// Keeps another wrapper, with its handlers, as long as this one.
  public func keep(_ other: Object) { kept.append(other) }

  /// Forgets a wrapper that was kept.
  func release(_ other: Object) { kept.removeAll { $0 === other } }

  func remember(handler: gulong) { handlers.append(handler) }

  /// The pointer as the type that a C call wants (in place of the cast macros, which the importer
  /// drops). The caller vouches for the type.
  @unsafe
  func `as`<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    unsafe raw.assumingMemoryBound(to: type)
  }

  /// The pointer for calls whose type is opaque in C.
  @unsafe
  var opaque: OpaquePointer { unsafe OpaquePointer(raw) }
}
