import CaptureCore
import MediaTypes

/// Cameras in words and in JSON.
enum DeviceText {
  static func table(_ devices: [CameraDevice]) -> Table {
    var table = Table(["ID", "NAME", "POSITION", "BACK END", "FORMATS"])
    for device in devices {
      table.add([
        device.id.rawValue, device.name, position(device.position), road(device),
        formats(device.formats),
      ])
    }
    return table
  }

  static func table(_ microphones: [MicrophoneDevice]) -> Table {
    var table = Table(["ID", "MICROPHONE", "BACK END", ""])
    for microphone in microphones {
      let remark = microphone.isDefault ? "default" : microphone.isMonitor ? "monitor" : ""
      table.add([microphone.id.rawValue, microphone.name, microphone.backend, remark])
    }
    return table
  }

  static func json(
    _ list: DeviceList, microphones: [MicrophoneDevice] = []
  ) -> JSONText {
    .object([
      .init("cameras", .array(list.devices.map(json))),
      .init("microphones", .array(microphones.map(json))),
      .init("problem", list.problem.map(json) ?? .null),
    ])
  }

  static func json(_ device: CameraDevice) -> JSONText {
    .object([
      .init("id", .string(device.id.rawValue)),
      .init("name", .string(device.name)),
      .init("backend", .string(device.backend)),
      .init("otherBackends", .array(device.otherRoads.map { .string($0.id.backend) })),
      .init("position", .string(device.position.position.rawValue)),
      .init("positionSource", .string(device.position.source.rawValue)),
      .init("formats", .array(device.formats.map(json))),
    ])
  }

  static func json(_ microphone: MicrophoneDevice) -> JSONText {
    .object([
      .init("id", .string(microphone.id.rawValue)),
      .init("name", .string(microphone.name)),
      .init("backend", .string(microphone.backend)),
      .init("isDefault", .boolean(microphone.isDefault)),
      .init("isMonitor", .boolean(microphone.isMonitor)),
    ])
  }

  static func json(_ problem: CaptureError) -> JSONText {
    .object([
      .init("message", .string(problem.message)), .init("remedy", .string(problem.remedy)),
    ])
  }

  private static func json(_ format: CameraFormat) -> JSONText {
    .object([
      .init("pixelFormat", .string(format.pixelFormat.description)),
      .init("width", .integer(format.size.width)),
      .init("height", .integer(format.size.height)),
      .init("rate", .optional(format.rate.map { "\($0.numerator)/\($0.denominator)" })),
    ])
  }

  /// `front (libcamera)`.
  static func position(_ claim: PositionClaim) -> String {
    claim.position == .unknown
      ? claim.position.rawValue : "\(claim.position.rawValue) (\(claim.source.rawValue))"
  }

  /// The back end that is used, and those that reach the same camera: `pipewire (or v4l2)`.
  static func road(_ device: CameraDevice) -> String {
    let others = device.otherRoads.map(\.id.backend).joined(separator: ", ")
    return others.isEmpty ? device.backend : "\(device.backend) (or \(others))"
  }

  /// How many there are, and the one that is used when nothing is said.
  private static func formats(_ formats: [CameraFormat]) -> String {
    guard let best = FormatChoice.best(of: formats, for: FormatWish()) else {
      return formats.isEmpty ? "not listed" : "\(formats.count), none usable"
    }
    return formats.count == 1 ? "\(best)" : "\(formats.count), best \(best)"
  }
}

/// What is different in a later list of cameras.
struct DeviceChange: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case added(CameraDevice)
    case removed(CameraDevice)
    case changed(CameraDevice)
    case microphoneAdded(MicrophoneDevice)
    case microphoneRemoved(MicrophoneDevice)
    case microphoneChanged(MicrophoneDevice)
    case problem(CaptureError?)
  }

  let kind: Kind

  /// The changes from one list to the next: what has gone, what has changed, what has come.
  static func changes(from old: DeviceList, to new: DeviceList) -> [DeviceChange] {
    let gone = old.devices.filter { device in !new.devices.contains { $0.id == device.id } }
    let kept = new.devices.compactMap { device -> Kind? in
      guard let before = old.devices.first(where: { $0.id == device.id }) else {
        return .added(device)
      }
      return before == device ? nil : .changed(device)
    }
    let problem: [Kind] = old.problem == new.problem ? [] : [.problem(new.problem)]
    return (gone.map(Kind.removed) + kept + problem).map(DeviceChange.init)
  }

  /// The same for microphones; what keeps them from being seen is told with the cameras.
  static func changes(
    from old: [MicrophoneDevice], to new: [MicrophoneDevice]
  ) -> [DeviceChange] {
    let gone = old.filter { microphone in !new.contains { $0.id == microphone.id } }
    let kept = new.compactMap { microphone -> Kind? in
      guard let before = old.first(where: { $0.id == microphone.id }) else {
        return .microphoneAdded(microphone)
      }
      return before == microphone ? nil : .microphoneChanged(microphone)
    }
    return (gone.map(Kind.microphoneRemoved) + kept).map(DeviceChange.init)
  }

  /// For a person.
  var line: String {
    switch kind {
    case .added(let device): "+ \(Self.words(device))"
    case .removed(let device): "- \(Self.words(device))"
    case .changed(let device): "* \(Self.words(device))"
    case .microphoneAdded(let device): "+ \(Self.words(device))"
    case .microphoneRemoved(let device): "- \(Self.words(device))"
    case .microphoneChanged(let device): "* \(Self.words(device))"
    case .problem(let problem): problem.map { "! \($0)" } ?? "! The problem is over."
    }
  }

  /// For a program.
  var json: JSONText {
    switch kind {
    case .added(let device): Self.event("added", "camera", DeviceText.json(device))
    case .removed(let device): Self.event("removed", "camera", DeviceText.json(device))
    case .changed(let device): Self.event("changed", "camera", DeviceText.json(device))
    case .microphoneAdded(let device):
      Self.event("added", "microphone", DeviceText.json(device))
    case .microphoneRemoved(let device):
      Self.event("removed", "microphone", DeviceText.json(device))
    case .microphoneChanged(let device):
      Self.event("changed", "microphone", DeviceText.json(device))
    case .problem(let problem):
      Self.event("problem", "problem", problem.map(DeviceText.json) ?? .null)
    }
  }

  private static func words(_ device: CameraDevice) -> String {
    "\(device.id)  \(device.name), \(DeviceText.position(device.position)), "
      + DeviceText.road(device)
  }

  private static func words(_ microphone: MicrophoneDevice) -> String {
    let remark = microphone.isDefault ? ", default" : microphone.isMonitor ? ", monitor" : ""
    return "\(microphone.id)  \(microphone.name), microphone, \(microphone.backend)\(remark)"
  }

  private static func event(_ name: String, _ key: String, _ value: JSONText) -> JSONText {
    .object([.init("event", .string(name)), .init(key, value)])
  }
}
