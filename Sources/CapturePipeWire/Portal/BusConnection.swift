import CPipeWire
import CPipeWireShims
import CSystemBus
import MediaTypes

/// Owns a connection to a D-Bus bus that a PipeWire loop serves (`sd_bus`).
///
/// *Context*: the loop's thread. It must not be let go of by its own handlers.
@safe final class BusConnection {
  enum Event {
    /// The bus lets us talk.
    case ready
    /// The bus is gone.
    case ended
  }

  private let loop: MainLoop
  private let handler: (Event) -> Void
  // Unsafe: owned from the initialiser to the deinitialiser.
  private let bus: OpaquePointer
  private var source: UnsafeMutablePointer<spa_source>?
  private var isReady = false
  private var hasEnded = false

  /// Connects; nil when there is no bus.
  ///
  /// - Parameters:
  ///   - address: as D-Bus writes it; nil for the session's own.
  ///   - handler: called later, on the loop's thread.
  init?(on loop: MainLoop, address: String?, handler: @escaping (Event) -> Void) {
    guard let bus = unsafe Self.started(address) else { return nil }
    self.loop = loop
    self.handler = handler
    unsafe self.bus = unsafe bus
    // Unretained: the source is destroyed before this object is.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe source = unsafe cpipewireshims_loop_add_io(
      loop.loop, sd_bus_get_fd(bus), events,
      { this, _, _ in
        guard let this = unsafe this else { return }
        unsafe Unmanaged<BusConnection>.fromOpaque(this).takeUnretainedValue().serve()
      }, this)
    if unsafe source == nil { return nil }
  }

  deinit {
    if let source = unsafe source {
      unsafe cpipewireshims_loop_destroy_source(loop.loop, source)
    }
    unsafe _ = sd_bus_close_unref(bus)
  }

  private static func started(_ address: String?) -> OpaquePointer? {
    var made: OpaquePointer?
    if let address {
      guard unsafe sd_bus_new(&made) >= 0, let bus = unsafe made else { return nil }
      let status = unsafe [
        sd_bus_set_address(bus, address), sd_bus_set_bus_client(bus, 1), sd_bus_start(bus),
      ]
      if status.contains(where: { $0 < 0 }) {
        unsafe _ = sd_bus_unref(bus)
        return nil
      }
      return unsafe bus
    }
    return unsafe sd_bus_open_user(&made) >= 0 ? made : nil
  }

  /// The name that the bus has given us; nil before `ready`.
  var uniqueName: String? {
    guard isReady else { return nil }
    var name: UnsafePointer<CChar>?
    return unsafe sd_bus_get_unique_name(bus, &name) >= 0
      ? name.map { unsafe String(cString: $0) } : nil
  }

  /// Calls a method of the portal's; the answer has no time limit of its own (`sd_bus_call_async`).
  func call(
    _ member: String, of interface: String = PortalNames.camera, at path: String = PortalNames.path,
    options: [String: String]?, answer: @escaping (BusMessage) -> Void
  ) -> BusSlot? {
    guard
      let message = unsafe BusMessage(
        calling: member, of: interface, at: path, options: options, on: bus)
    else { return nil }
    defer { watch() }
    return unsafe BusSlot(
      { unsafe sd_bus_call_async(bus, $0, message.pointer, $1, $2, .max) }, handler: answer)
  }

  /// Hears signals that fit a rule (`sd_bus_add_match_async`).
  func match(_ rule: String, heard: @escaping (BusMessage) -> Void) -> BusSlot? {
    defer { watch() }
    return unsafe BusSlot(
      { unsafe sd_bus_add_match_async(bus, $0, rule, $1, nil, $2) }, handler: heard)
  }

  private func serve() {
    var status: Int32 = 1
    while status > 0 { status = unsafe sd_bus_process(bus, nil) }
    if status < 0 { return end() }
    if !isReady, unsafe sd_bus_is_ready(bus) > 0 {
      isReady = true
      handler(.ready)
    }
    watch()
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    watch()
    handler(.ended)
  }

  // The bits of poll(2) and those of SPA are the same.
  private var events: UInt32 {
    hasEnded ? 0 : UInt32(truncatingIfNeeded: max(unsafe sd_bus_get_events(bus), 0))
  }

  private func watch() {
    if let source = unsafe source {
      unsafe cpipewireshims_loop_update_io(loop.loop, source, events)
    }
  }
}
