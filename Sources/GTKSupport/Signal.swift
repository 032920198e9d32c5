internal import CGTK

/// What a signal handler is given: the signal's arguments after the sender, read as their types.
@MainActor
@safe
struct SignalArguments {
  fileprivate let values: UnsafeBufferPointer<GValue>

  /// An integer argument; 0 when there is none of that type.
  func integer(at index: Int) -> Int {
    guard let value = unsafe pointer(at: index), unsafe holds(value, typeInt) else {
      return 0
    }
    return unsafe Int(g_value_get_int(value))
  }

  /// A number with a fraction; 0 when there is none of that type.
  func number(at index: Int) -> Double {
    guard let value = unsafe pointer(at: index), unsafe holds(value, typeDouble) else { return 0 }
    return unsafe g_value_get_double(value)
  }

  /// The text of a string `GVariant` argument, as an action with a parameter gets it.
  func variantString(at index: Int) -> String? {
    guard let value = unsafe pointer(at: index), unsafe holds(value, typeVariant),
      let variant = unsafe g_value_get_variant(value),
      unsafe g_variant_classify(variant) == G_VARIANT_CLASS_STRING,
      let text = unsafe g_variant_get_string(variant, nil)
    else { return nil }
    return unsafe String(cString: text)
  }

  private func pointer(at index: Int) -> UnsafePointer<GValue>? {
    guard let base = unsafe values.baseAddress, index >= 0, unsafe index < values.count - 1 else {
      return nil
    }
    return unsafe base + index + 1
  }

  private func holds(_ value: UnsafePointer<GValue>, _ type: GType) -> Bool {
    unsafe g_type_check_value_holds(value, type) != 0
  }
}

// The fundamental types' macros (`G_TYPE_INT`: number shifted by two) are dropped by the importer.
private let typeInt = GType(6 << 2)
private let typeDouble = GType(15 << 2)
private let typeVariant = GType(21 << 2)

/// A handler in a box that C can carry.
private final class SignalBox {
  let handler: @MainActor (SignalArguments) -> Bool

  init(_ handler: @escaping @MainActor (SignalArguments) -> Bool) { self.handler = handler }
}

extension Object {
  /// Calls a closure for each emission until this wrapper goes; `detail` as in `notify::label`.
  func connect(_ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) {
    connectReturning(signal) { arguments in
      handler(arguments)
      return false
    }
  }

  /// The same for signals that want a Boolean back.
  ///
  /// One marshaller serves every signal: GLib hands it the arguments as typed values, so that no
  /// function pointer is cast to a shape that the signal may not have.
  func connectReturning(
    _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool
  ) {
    // The closure owns the box: GLib drops it with the closure's last reference, which an emission
    // in progress also holds.
    let box = unsafe Unmanaged.passRetained(SignalBox(handler)).toOpaque()
    let closure = unsafe g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
    unsafe g_closure_add_finalize_notifier(closure, box) { box, _ in
      guard let box = unsafe box else { return }
      unsafe Unmanaged<SignalBox>.fromOpaque(box).release()
    }
    unsafe g_closure_set_marshal(closure, marshal)
    remember(handler: unsafe g_signal_connect_closure(raw, signal, closure, 0))
  }
}

private let marshal: GClosureMarshal = { closure, result, count, values, _, _ in
  guard let data = unsafe closure?.pointee.data else { return }
  // GTK emits on the thread that runs its main loop, the main thread: `assumeIsolated` checks it.
  // The pointers are used before this call returns, so they leave no isolation domain.
  nonisolated(unsafe) let box = unsafe Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue()
  nonisolated(unsafe) let arguments = unsafe UnsafeBufferPointer(start: values, count: Int(count))
  let handled = MainActor.assumeIsolated {
    unsafe box.handler(SignalArguments(values: arguments))
  }
  if let result = unsafe result { unsafe g_value_set_boolean(result, handled ? 1 : 0) }
}
