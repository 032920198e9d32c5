import CaptureCore

/// The daemon's sources of sound over one connection.
///
/// *Context*: the loop's thread.
final class MicrophoneGraph {
  /// What happens to them.
  enum Event {
    /// All questions are answered: `microphones` is complete.
    case settled
    /// A node is gone.
    case removed(UInt32)
    /// The connection is gone.
    case lost
  }

  /// More than any studio has; what comes on top is not listed.
  private static let maximumCount = 1000

  // Declared so that each is freed before what it needs.
  private var nodes: [UInt32: [String: String]] = [:]
  private var metadata: (id: UInt32, object: MetadataObject)?
  private var registry: Registry?
  private(set) var core: Core?
  /// Whether the connection is gone.
  private(set) var isLost = false
  private var latestSync: Int32 = 0
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
    metadata = nil
    registry = nil
    core = nil
  }

  /// The sources of sound, in a stable order.
  var microphones: [MicrophoneNode] {
    MicrophoneNode.list(
      nodes.map { id, properties in
        (id, properties["object.serial"] ?? "", MicrophoneProperties(properties))
      }, defaultName: metadata?.object.defaultSource)
  }

  /// Whether a source is still there.
  func contains(_ node: UInt32) -> Bool { nodes[node] != nil }

  private func ask() { latestSync = core?.sync() ?? 0 }

  private func handle(_ event: Core.Event) {
    switch event {
    case .done(let sequence) where sequence == latestSync: handler(.settled)
    case .done: break
    case .error(object: 0, code: let code, message: _):
      guard Fault.isFinal(code) else { break }
      isLost = true
      handler(.lost)
    case .error: break
    }
  }

  private func handle(_ event: Registry.Event) {
    switch event {
    case .added(let id, Registry.nodeType, let properties):
      guard MicrophoneProperties(properties).isSource, nodes.count < Self.maximumCount else {
        return
      }
      nodes[id] = properties
      ask()
    case .added(let id, Registry.metadataType, let properties):
      if properties["metadata.name"] == "default" { addMetadata(id) }
    case .added: break
    case .removed(let id):
      if metadata?.id == id { metadata = nil }
      guard nodes.removeValue(forKey: id) != nil else { return }
      handler(.removed(id))
      ask()
    }
  }

  private func addMetadata(_ id: UInt32) {
    guard let registry,
      let object = MetadataObject(id, in: registry, changed: { [unowned self] in ask() })
    else { return }
    metadata = (id, object)
    ask()
  }
}
