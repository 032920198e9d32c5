import CPipeWire
import CPipeWireShims
import CaptureCore
import Glibc

/// Where the daemon is.
enum DaemonAddress: Hashable, Sendable {
  /// By its name or its socket's full path; nil for the usual one.
  case remote(String?)
  /// A connection that somebody has handed over: taken for what is made of it, closed when nothing is.
  case descriptor(Descriptor)
}

/// Owns a connection to the daemon: a context of the loop's and the core on it.
///
/// *Context*: the loop's thread.
@safe final class Core {
  /// What the daemon says of the connection.
  enum Event {
    /// All that was asked before the `sync` of this number has been answered.
    case done(Int32)
    /// Something went wrong with one object; 0 is the connection itself.
    case error(object: UInt32, code: Int32, message: String)
  }

  private let loop: MainLoop
  // Unsafe: both are owned from the initialiser to the deinitialiser.
  private let context: OpaquePointer
  let pointer: OpaquePointer
  private let handler: (Event) -> Void
  private var listener: Listener<pw_core_events>?

  /// Connects (`pw_context_new`, `pw_context_connect`, `pw_context_connect_fd`).
  ///
  /// - Parameters:
  ///   - address: where to.
  ///   - handler: called on the loop's thread; must not let go of the core.
  /// - Throws: `serviceUnavailable` or `notPermitted`.
  init(
    on loop: MainLoop, to address: DaemonAddress, handler: @escaping (Event) -> Void
  ) throws(CaptureError) {
    self.loop = loop
    self.handler = handler
    guard let context = unsafe pw_context_new(loop.loop, nil, 0) else {
      throw Fault.connecting(errno)
    }
    guard let core = unsafe Self.connection(of: context, to: address) else {
      let code = errno
      unsafe pw_context_destroy(context)
      throw Fault.connecting(code)
    }
    unsafe self.context = unsafe context
    unsafe pointer = unsafe core
    listen()
  }

  private static func connection(
    of context: OpaquePointer, to address: DaemonAddress
  ) -> OpaquePointer? {
    switch address {
    case .remote(let name):
      var properties: [String: String] = [:]
      properties[PW_KEY_REMOTE_NAME] = name
      return unsafe pw_context_connect(context, Properties.make(properties), 0)
    case .descriptor(let descriptor):
      return unsafe pw_context_connect_fd(context, descriptor.take(), Properties.make([:]), 0)
    }
  }

  deinit {
    listener = nil
    _ = unsafe pw_core_disconnect(pointer)
    unsafe pw_context_destroy(context)
  }

  /// Asks for a `done` event once all that was asked before is answered (`pw_core_sync`).
  ///
  /// - Returns: the number that the event will have.
  func sync() -> Int32 { unsafe cpipewireshims_core_sync(pointer) }

  private func listen() {
    var events = pw_core_events()
    events.version = UInt32(PW_VERSION_CORE_EVENTS)
    unsafe events.done = { this, object, sequence in
      if object == PW_ID_CORE { unsafe Core.from(this)?.handler(.done(sequence)) }
    }
    unsafe events.error = { this, object, _, code, message in
      let text = unsafe message.map { unsafe String(cString: $0) } ?? ""
      unsafe Core.from(this)?.handler(.error(object: object, code: code, message: text))
    }
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener = Listener(events) {
      unsafe cpipewireshims_core_add_listener(pointer, $0, $1, this)
    }
  }

  // Unretained: the listener goes before this object does.
  private static func from(_ pointer: UnsafeMutableRawPointer?) -> Core? {
    unsafe pointer.map { unsafe Unmanaged<Core>.fromOpaque($0).takeUnretainedValue() }
  }
}
