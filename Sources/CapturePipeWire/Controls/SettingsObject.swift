import CPipeWire
import CPipeWireShims
import CaptureCore

/// The settings of one of the daemon's nodes: told at once, and again at each change.
///
/// *Context*: the loop's thread.
@safe final class SettingsObject {
  private let proxy: Proxy
  private var listener: Listener<pw_node_events>?
  private let told: ([CameraControl]) -> Void

  /// What has been told so far; complete once what was asked by the initialiser is answered.
  private(set) var settings = ControlProperties()

  /// - Parameter told: called with the settings whose value has changed.
  init?(_ id: UInt32, in registry: Registry, told: @escaping ([CameraControl]) -> Void) {
    guard
      let proxy = Proxy(id, type: Registry.nodeType, version: PW_VERSION_NODE, in: registry)
    else { return nil }
    self.proxy = proxy
    self.told = told
    var events = pw_node_events()
    events.version = UInt32(PW_VERSION_NODE_EVENTS)
    unsafe events.param = { this, _, id, index, _, parameter in
      guard let this = unsafe this, let parameter = unsafe PodObject(parameter) else { return }
      // Unretained: the listener goes before this object does.
      let object = unsafe Unmanaged<SettingsObject>.fromOpaque(this).takeUnretainedValue()
      object.take(parameter, id: id, index: index)
    }
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener = Listener(events) {
      unsafe cpipewireshims_node_add_listener(proxy.pointer, $0, $1, this)
    }
    // The descriptions first, so that each value belongs to one.
    var ids = [SPA_PARAM_PropInfo.rawValue, SPA_PARAM_Props.rawValue]
    _ = unsafe cpipewireshims_node_subscribe_params(proxy.pointer, &ids, UInt32(ids.count))
  }

  deinit { listener = nil }

  /// Sets a value (`pw_node_set_param`); what the node makes of it is told later.
  func set(_ parameter: PodObject) {
    unsafe PodObject.withPointers(to: [parameter]) { pods in
      _ = unsafe cpipewireshims_node_set_param(
        proxy.pointer, SPA_PARAM_Props.rawValue, pods.baseAddress?.pointee)
    }
  }

  private func take(_ parameter: PodObject, id: UInt32, index: UInt32) {
    switch id {
    case SPA_PARAM_PropInfo.rawValue:
      if index == 0 { settings.forgetDescriptions() }
      settings.describe(parameter)
    case SPA_PARAM_Props.rawValue:
      let changed = settings.update(parameter)
      if !changed.isEmpty { told(changed) }
    default: break
    }
  }
}
