import CPipeWire
import CPipeWireShims
import CaptureCore

/// A device of the daemon's: what a camera's node belongs to.
///
/// *Context*: the loop's thread.
@safe final class DeviceObject {
  private let proxy: Proxy
  private var listener: Listener<pw_device_events>?
  private let changed: () -> Void

  /// All that is known of it.
  private(set) var properties: [String: String]

  init?(
    _ id: UInt32, properties: [String: String], in registry: Registry,
    changed: @escaping () -> Void
  ) {
    guard
      let proxy = Proxy(
        id, type: Registry.deviceType, version: PW_VERSION_DEVICE, in: registry)
    else { return nil }
    self.proxy = proxy
    self.properties = properties
    self.changed = changed
    var events = pw_device_events()
    events.version = UInt32(PW_VERSION_DEVICE_EVENTS)
    unsafe events.info = { this, info in
      guard let this = unsafe this, let info = unsafe info else { return }
      unsafe Unmanaged<DeviceObject>.fromOpaque(this).takeUnretainedValue().update(info)
    }
    // Unretained: the listener goes before this object does.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener = Listener(events) {
      unsafe cpipewireshims_device_add_listener(proxy.pointer, $0, $1, this)
    }
  }

  deinit { listener = nil }

  private func update(_ info: UnsafePointer<pw_device_info>) {
    guard unsafe info.pointee.change_mask & UInt64(PW_DEVICE_CHANGE_MASK_PROPS) != 0 else {
      return
    }
    unsafe properties.merge(Properties.copy(info.pointee.props)) { $1 }
    changed()
  }
}

/// A node of the daemon's that offers video.
///
/// *Context*: the loop's thread.
@safe final class NodeObject {
  private let proxy: Proxy
  private var listener: Listener<pw_node_events>?
  private let changed: () -> Void
  private var enumeration: Int32 = 0
  private var incoming: [CameraFormat] = []

  /// Its number in the daemon's list; used again for another object once this one is gone.
  let id: UInt32
  /// All that is known of it.
  private(set) var properties: [String: String]
  /// Its modes, in its own order; complete when the `sync` after the last change is done.
  var formats: [CameraFormat] { incoming }
  /// Why it stands still, in the daemon's words.
  private(set) var failure: String?

  /// - Parameter changed: called when there is something new, and questions may be on their way.
  init?(
    _ id: UInt32, properties: [String: String], in registry: Registry,
    changed: @escaping () -> Void
  ) {
    guard
      let proxy = Proxy(id, type: Registry.nodeType, version: PW_VERSION_NODE, in: registry)
    else { return nil }
    self.id = id
    self.proxy = proxy
    self.properties = properties
    self.changed = changed
    var events = pw_node_events()
    events.version = UInt32(PW_VERSION_NODE_EVENTS)
    unsafe events.info = { this, info in
      if let info = unsafe info { unsafe NodeObject.from(this)?.update(info) }
    }
    unsafe events.param = { this, sequence, id, _, _, parameter in
      guard id == SPA_PARAM_EnumFormat.rawValue, let object = unsafe PodObject(parameter) else {
        return
      }
      unsafe NodeObject.from(this)?.add(object, sequence: sequence)
    }
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener = Listener(events) {
      unsafe cpipewireshims_node_add_listener(proxy.pointer, $0, $1, this)
    }
  }

  deinit { listener = nil }

  // Unretained: the listener goes before this object does.
  private static func from(_ pointer: UnsafeMutableRawPointer?) -> NodeObject? {
    unsafe pointer.map { unsafe Unmanaged<NodeObject>.fromOpaque($0).takeUnretainedValue() }
  }

  private func update(_ info: UnsafePointer<pw_node_info>) {
    let info = unsafe info.pointee
    let mask = unsafe info.change_mask
    if mask & UInt64(PW_NODE_CHANGE_MASK_PROPS) != 0 {
      unsafe properties.merge(Properties.copy(info.props)) { $1 }
    }
    if mask & UInt64(PW_NODE_CHANGE_MASK_STATE) != 0 {
      let text = unsafe info.error.map { unsafe String(cString: $0) }
      failure = unsafe info.state == PW_NODE_STATE_ERROR ? text ?? "" : nil
    }
    if mask & UInt64(PW_NODE_CHANGE_MASK_PARAMS) != 0 {
      incoming = []
      // The answers carry the number that the question got.
      enumeration = unsafe cpipewireshims_node_enum_params(
        proxy.pointer, SPA_PARAM_EnumFormat.rawValue)
    }
    changed()
  }

  private func add(_ parameter: PodObject, sequence: Int32) {
    guard sequence == enumeration, incoming.count < FormatList.maximumCount else { return }
    for format in FormatList.formats(parameter) where !incoming.contains(format) {
      incoming.append(format)
    }
  }
}
