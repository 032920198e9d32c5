import CaptureCore

/// The daemon's cameras over one connection.
///
/// *Context*: the loop's thread.
final class CameraGraph {
  /// What happens to the cameras.
  enum Event {
    /// All questions are answered: `cameras` is complete.
    case settled
    /// A node is gone.
    case removed(UInt32)
    /// A node stands still, for a reason in the daemon's words.
    case failed(UInt32, String)
    /// The connection is gone.
    case lost
  }

  // Declared so that each is freed before what it needs.
  private var nodes: [UInt32: NodeObject] = [:]
  private var devices: [UInt32: DeviceObject] = [:]
  private var registry: Registry?
  private(set) var core: Core?
  /// Whether the connection is gone.
  private(set) var isLost = false
  private var latestSync: Int32 = 0
  private var waiting: [Int32: () -> Void] = [:]
  private let handler: (Event) -> Void

  /// Connects and asks for everything.
  ///
  /// - Parameter handler: called on the loop's thread; must not let go of the graph.
  /// - Throws: `CaptureError` when the daemon cannot be reached.
  init(
    on loop: MainLoop, to address: DaemonAddress, handler: @escaping (Event) -> Void
  ) throws(CaptureError) {
    self.handler = handler
    let core = try Core(on: loop, to: address) { [unowned self] in handle($0) }
    self.core = core
    registry = Registry(of: core) { [unowned self] in handle($0) }
    ask()
  }

  deinit {
    nodes = [:]
    devices = [:]
    registry = nil
    core = nil
  }

  /// The cameras, in a stable order.
  var cameras: [CameraNode] {
    CameraNode.list(
      nodes.values.map { node in
        let device = node.properties["device.id"].flatMap { UInt32($0) }.flatMap { devices[$0] }
        let properties = CameraProperties(
          node: node.properties, device: device?.properties ?? [:])
        return (node.id, node.properties["object.serial"] ?? "", properties, node.formats)
      })
  }

  /// Whether a camera is still there.
  func contains(_ node: UInt32) -> Bool { nodes[node] != nil }

  /// Watches the settings of a camera; nil when it is gone.
  ///
  /// - Parameter told: called on the loop's thread with each change.
  func settings(
    of node: UInt32, told: @escaping ([CameraControl]) -> Void
  ) -> SettingsObject? {
    guard let registry, contains(node) else { return nil }
    return SettingsObject(node, in: registry, told: told)
  }

  /// Calls back once all that was asked so far is answered; never when the connection is lost before.
  func afterAnswers(_ body: @escaping () -> Void) {
    if let core { waiting[core.sync()] = body }
  }

  private func ask() { latestSync = core?.sync() ?? 0 }

  private func handle(_ event: Core.Event) {
    switch event {
    case .done(let sequence) where sequence == latestSync: handler(.settled)
    case .done(let sequence): waiting.removeValue(forKey: sequence)?()
    case .error(object: 0, code: let code, message: _):
      // Errors of the connection itself are final, those that the daemon reports to it are not.
      guard Fault.isFinal(code) else { break }
      isLost = true
      handler(.lost)
    case .error: break
    }
  }

  private func handle(_ event: Registry.Event) {
    switch event {
    case .added(let id, Registry.nodeType, let properties):
      if CameraProperties.isCamera(properties) { addNode(id, properties) }
    case .added(let id, Registry.deviceType, let properties):
      if properties["media.class"] == "Video/Device" { addDevice(id, properties) }
    case .added: break
    case .removed(let id):
      guard nodes.removeValue(forKey: id) != nil || devices.removeValue(forKey: id) != nil else {
        return
      }
      handler(.removed(id))
      ask()
    }
  }

  private func addNode(_ id: UInt32, _ properties: [String: String]) {
    guard let registry else { return }
    nodes[id] = NodeObject(id, properties: properties, in: registry) { [unowned self] in
      ask()
      if let failure = nodes[id]?.failure { handler(.failed(id, failure)) }
    }
    ask()
  }

  private func addDevice(_ id: UInt32, _ properties: [String: String]) {
    guard let registry else { return }
    devices[id] = DeviceObject(id, properties: properties, in: registry) { [unowned self] in
      ask()
    }
  }
}
