import CPipeWire
import CPipeWireShims

/// Owns the local stand-in for one object of the daemon's (`pw_registry_bind`, `pw_proxy_destroy`).
///
/// *Context*: the loop's thread. It must go before its core.
@safe final class Proxy {
  private let core: Core
  // Unsafe: owned from the initialiser to the deinitialiser.
  let pointer: UnsafeMutableRawPointer

  /// Binds an object of the registry; nil when there is no memory.
  init?(_ id: UInt32, type: String, version: Int32, in registry: Registry) {
    guard
      let pointer = unsafe pw_registry_bind(registry.pointer, id, type, UInt32(version), 0)
    else { return nil }
    unsafe self.pointer = unsafe pointer
    core = registry.core
  }

  deinit { unsafe pw_proxy_destroy(OpaquePointer(pointer)) }
}

/// Owns the daemon's list of objects.
///
/// *Context*: the loop's thread.
@safe final class Registry {
  /// What the list tells.
  enum Event {
    case added(id: UInt32, type: String, properties: [String: String])
    case removed(id: UInt32)
  }

  /// `PW_TYPE_INTERFACE_Node`, `PW_TYPE_INTERFACE_Device` and `PW_TYPE_INTERFACE_Metadata`, which the importer does not see.
  static let nodeType = "PipeWire:Interface:Node"
  static let deviceType = "PipeWire:Interface:Device"
  static let metadataType = "PipeWire:Interface:Metadata"

  let core: Core
  // Unsafe: owned from the initialiser to the deinitialiser.
  let pointer: OpaquePointer
  private let handler: (Event) -> Void
  private var listener: Listener<pw_registry_events>?

  /// Asks for the list; nil when there is no memory (`pw_core_get_registry`).
  init?(of core: Core, handler: @escaping (Event) -> Void) {
    guard let pointer = unsafe pw_core_get_registry(core.pointer, UInt32(PW_VERSION_REGISTRY), 0)
    else { return nil }
    self.core = core
    unsafe self.pointer = unsafe pointer
    self.handler = handler
    listen()
  }

  deinit {
    listener = nil
    unsafe pw_proxy_destroy(pointer)
  }

  private func listen() {
    var events = pw_registry_events()
    events.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
    unsafe events.global = { this, id, _, type, _, properties in
      guard let type = unsafe type else { return }
      unsafe Registry.from(this)?.handler(
        .added(
          id: id, type: String(cString: type), properties: Properties.copy(properties)))
    }
    unsafe events.global_remove = { this, id in
      unsafe Registry.from(this)?.handler(.removed(id: id))
    }
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener = Listener(events) {
      unsafe cpipewireshims_registry_add_listener(pointer, $0, $1, this)
    }
  }

  // Unretained: the listener goes before this object does.
  private static func from(_ pointer: UnsafeMutableRawPointer?) -> Registry? {
    unsafe pointer.map { unsafe Unmanaged<Registry>.fromOpaque($0).takeUnretainedValue() }
  }
}
