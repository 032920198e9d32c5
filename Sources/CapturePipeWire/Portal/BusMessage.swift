import CSystemBus
import Glibc

/// Owns a reference to one D-Bus message (`sd_bus_message`).
///
/// *Context*: the loop's thread.
@safe final class BusMessage {
  // Unsafe: owned from the initialiser to the deinitialiser.
  let pointer: OpaquePointer

  /// Shares a message that a callback lends (`sd_bus_message_ref`).
  init(sharing lent: OpaquePointer) {
    unsafe pointer = unsafe sd_bus_message_ref(lent)
  }

  /// A call of a portal's method with options that are all text
  /// (`sd_bus_message_new_method_call`, signature `a{sv}`); nil when there is no memory.
  init?(
    calling member: String, of interface: String, at path: String, options: [String: String]?,
    on bus: OpaquePointer
  ) {
    var made: OpaquePointer?
    let status = unsafe sd_bus_message_new_method_call(
      bus, &made, PortalNames.service, path, interface, member)
    guard status >= 0, let made = unsafe made else { return nil }
    unsafe pointer = unsafe made
    guard append(options) else { return nil }
  }

  deinit { unsafe _ = sd_bus_message_unref(pointer) }

  private func append(_ options: [String: String]?) -> Bool {
    guard let options else { return true }
    var status = [open("a", "{sv}")]
    for (key, value) in options {
      status += [open("e", "sv"), append(key), open("v", "s"), append(value), close(), close()]
    }
    status.append(close())
    return status.allSatisfy { $0 >= 0 }
  }

  private func open(_ type: Unicode.Scalar, _ contents: String) -> Int32 {
    unsafe sd_bus_message_open_container(pointer, CChar(type.value), contents)
  }

  private func close() -> Int32 { unsafe sd_bus_message_close_container(pointer) }

  private func append(_ text: String) -> Int32 {
    unsafe text.withCString {
      unsafe sd_bus_message_append_basic(pointer, CChar(Unicode.Scalar("s").value), $0)
    }
  }

  /// The error that came in place of an answer, by name, with its text.
  var error: (name: String, message: String)? {
    guard unsafe sd_bus_message_is_method_error(pointer, nil) > 0,
      let error = unsafe sd_bus_message_get_error(pointer)?.pointee
    else { return nil }
    let name = unsafe error.name.map { unsafe String(cString: $0) } ?? ""
    return (name, unsafe error.message.map { unsafe String(cString: $0) } ?? "")
  }

  /// Takes the next value, an unsigned number of 32 bits.
  func number() -> UInt32? {
    var value: UInt32 = 0
    let status = unsafe sd_bus_message_read_basic(
      pointer, CChar(Unicode.Scalar("u").value), &value)
    return status > 0 ? value : nil
  }

  /// Takes the next value, a text.
  func text() -> String? {
    var value: UnsafePointer<CChar>?
    let status = unsafe sd_bus_message_read_basic(
      pointer, CChar(Unicode.Scalar("s").value), &value)
    return unsafe status > 0 ? value.map { unsafe String(cString: $0) } : nil
  }

  /// Takes the next value, a descriptor, as one of our own: the message closes its own.
  func descriptor() -> Descriptor? {
    var value: Int32 = -1
    let status = unsafe sd_bus_message_read_basic(
      pointer, CChar(Unicode.Scalar("h").value), &value)
    guard status > 0, value >= 0 else { return nil }
    let own = fcntl(value, F_DUPFD_CLOEXEC, 0)
    return own >= 0 ? Descriptor(own) : nil
  }
}

/// Owns the interest in messages of one kind, or in one answer (`sd_bus_slot`).
///
/// *Context*: the loop's thread. It must go before its connection.
@safe final class BusSlot {
  private let handler: (BusMessage) -> Void
  // Unsafe: owned; set once in the initialiser, which needs `self` for it.
  private var pointer: OpaquePointer?

  /// - Parameters:
  ///   - install: makes the slot, with the function and the pointer to be called back with.
  ///   - handler: called with each message; may let go of the slot.
  init?(
    _ install: (
      UnsafeMutablePointer<OpaquePointer?>, sd_bus_message_handler_t, UnsafeMutableRawPointer
    ) -> Int32, handler: @escaping (BusMessage) -> Void
  ) {
    self.handler = handler
    // Unretained: the slot is let go before this object is.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    let status = unsafe install(
      &pointer,
      { message, this, _ in
        guard let message = unsafe message, let this = unsafe this else { return 0 }
        let slot = unsafe Unmanaged<BusSlot>.fromOpaque(this).takeUnretainedValue()
        slot.handler(unsafe BusMessage(sharing: message))
        return 0
      }, this)
    if status < 0 { return nil }
  }

  deinit { unsafe _ = sd_bus_slot_unref(pointer) }
}

/// The names of the portal's parts.
enum PortalNames {
  static let service = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"
  static let camera = "org.freedesktop.portal.Camera"
  static let request = "org.freedesktop.portal.Request"

  /// Where the answer to a question will come, by who asks and the word chosen for it.
  static func requestPath(of sender: String, token: String) -> String {
    let name = sender.drop { $0 == ":" }.map { $0 == "." ? "_" : String($0) }.joined()
    return "\(path)/request/\(name)/\(token)"
  }
}
