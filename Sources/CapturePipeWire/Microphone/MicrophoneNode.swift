import CaptureCore
import MediaTypes

/// One source of sound of PipeWire's: what the rest of the program sees of it, and how to reach it.
struct MicrophoneNode: Hashable {
  /// The node's number in the daemon's list.
  let node: UInt32
  /// `object.serial`: never used twice by a daemon.
  let serial: String
  /// What the rest of the program sees.
  let device: MicrophoneDevice
}

/// What a node's properties say of it. All of it comes from other programs.
struct MicrophoneProperties {
  private let values: [String: String]

  init(_ values: [String: String]) {
    self.values = values
  }

  /// Whether a node is a microphone, or a loudspeaker whose monitor can be heard.
  var isSource: Bool { isMonitor || values["media.class"]?.hasPrefix("Audio/Source") == true }

  /// Whether it is a loudspeaker, of which only the monitor can be heard.
  var isMonitor: Bool {
    values["media.class"] == "Audio/Sink" || values["media.class"] == "Audio/Duplex"
  }

  /// `node.name`, which session managers make of bus path and profile.
  var nodeName: String { values["node.name"] ?? values["object.path"] ?? "" }

  /// The node's name; that of a monitor with the ending that PulseAudio gives it.
  var identity: String {
    CameraProperties.plain(nodeName) + (isMonitor ? ".monitor" : "")
  }

  /// For a person; not cleaned yet.
  private var name: String {
    let keys = ["node.description", "device.description", "node.nick", "node.name"]
    let name = keys.lazy.compactMap { values[$0] }.first { !$0.isEmpty } ?? ""
    return isMonitor ? "Monitor of \(name)" : name
  }

  private var format: SoundFormat? {
    guard let rate = values["audio.rate"].flatMap({ Int($0) }),
      let channels = values["audio.channels"].flatMap({ Int($0) })
    else { return nil }
    return SoundFormat(sampleRate: rate, channelCount: channels)
  }

  func device(id: MicrophoneID, isDefault: Bool) -> MicrophoneDevice {
    MicrophoneDevice(
      id: id, name: name, backend: PipeWireBackend.name, isDefault: isDefault,
      isMonitor: isMonitor, format: format)
  }
}

extension MicrophoneNode {
  /// Names each source once: those that say the same of themselves are numbered, the oldest first.
  ///
  /// - Parameter defaultName: the `node.name` of the system's source; a microphone before a monitor.
  static func list(
    _ nodes: [(id: UInt32, serial: String, properties: MicrophoneProperties)],
    defaultName: String?
  ) -> [MicrophoneNode] {
    var seen: [String: Int] = [:]
    return
      nodes
      .sorted { (UInt64($0.serial) ?? .max, $0.id) < (UInt64($1.serial) ?? .max, $1.id) }
      .map { node in
        let identity = node.properties.identity
        let number = seen[identity, default: 0] + 1
        seen[identity] = number
        let isDefault =
          node.properties.nodeName == defaultName && !node.properties.isMonitor && number == 1
        let id = MicrophoneID(number == 1 ? identity : "\(identity)#\(number)")
        return MicrophoneNode(
          node: node.id, serial: node.serial,
          device: node.properties.device(id: id, isDefault: isDefault))
      }
      .sorted { $0.device.id < $1.device.id }
  }

  /// Reads what the metadata says of the default source: `{ "name": "alsa_input.usb" }`.
  ///
  /// - Returns: nil for what says no name; JSON with escapes is not taken apart, since names of nodes
  ///   need none.
  static func name(inMetadata json: String) -> String? {
    guard json.utf8.count <= 1024, let key = json.firstRange(of: "\"name\"") else { return nil }
    let rest = json[key.upperBound...].drop { $0 == " " || $0 == ":" || $0 == "\t" }
    guard rest.first == "\"" else { return nil }
    let name = rest.dropFirst().prefix { $0 != "\"" }
    return name.isEmpty || name.contains("\\") ? nil : String(name)
  }
}
