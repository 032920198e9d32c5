import CPipeWire
import CPipeWireShims

/// The daemon's metadata named `default`: what the person chose as the system's devices.
///
/// *Context*: the loop's thread.
@safe final class MetadataObject {
  /// `node.name` of the source that the system takes; nil when it says none.
  private(set) var defaultSource: String?

  private let proxy: Proxy
  private var listener: Listener<pw_metadata_events>?
  private let changed: () -> Void

  init?(_ id: UInt32, in registry: Registry, changed: @escaping () -> Void) {
    guard
      let proxy = Proxy(
        id, type: Registry.metadataType, version: PW_VERSION_METADATA, in: registry)
    else { return nil }
    self.proxy = proxy
    self.changed = changed
    var events = pw_metadata_events()
    events.version = UInt32(PW_VERSION_METADATA_EVENTS)
    unsafe events.property = { this, _, key, _, value in
      guard let this = unsafe this else { return 0 }
      let object = unsafe Unmanaged<MetadataObject>.fromOpaque(this).takeUnretainedValue()
      let key = unsafe key.map { unsafe String(cString: $0) }
      let value = unsafe value.map { unsafe String(cString: $0) }
      object.update(key, value)
      return 0
    }
    // Unretained: the listener goes before this object does.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener = Listener(events) {
      unsafe cpipewireshims_metadata_add_listener(proxy.pointer, $0, $1, this)
    }
  }

  deinit { listener = nil }

  /// A key of nil means that everything is forgotten.
  private func update(_ key: String?, _ value: String?) {
    guard key == nil || key == "default.audio.source" else { return }
    defaultSource = value.flatMap { MicrophoneNode.name(inMetadata: $0) }
    changed()
  }
}
