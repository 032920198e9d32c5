import MediaTypes

@testable import CaptureCore

/// A machine and what it has said: the steps that tests share.
struct MicrophoneScript {
  typealias Machine = MicrophoneStateMachine

  static let format = SoundFormat()
  static let broken = CaptureError(.deviceFailed, "It broke.")

  var machine: Machine
  var actions: [Machine.Action] = []

  init(backends: [String] = ["one", "two"]) {
    machine = Machine(settings: MicrophoneSettings(), backends: backends)
  }

  static func microphone(
    _ name: String, backend: String = "one", isDefault: Bool = false, isMonitor: Bool = false
  ) -> MicrophoneDevice {
    MicrophoneDevice(
      id: MicrophoneID(name), name: name, backend: backend, isDefault: isDefault,
      isMonitor: isMonitor)
  }

  /// Gives an event; `actions` are those of this event alone, `tell` left out.
  mutating func give(_ event: Machine.Event) {
    actions = machine.handle(event).filter { if case .tell = $0 { false } else { true } }
  }

  mutating func list(_ microphones: MicrophoneDevice..., backend: String = "one") {
    give(.list(MicrophoneList(microphones: microphones), backend: backend))
  }

  var phase: MicrophoneState.Phase { machine.state.phase }
  var device: String? { machine.state.device?.id.rawValue }

  /// The stream that is being opened or runs, as the latest `open` said.
  private(set) var stream = StreamID(rawValue: 0)

  mutating func noteStream() {
    for case .open(let id, _, _) in actions { stream = id }
  }

  /// A machine in each of its situations.
  static func situation(_ name: String) -> MicrophoneScript {
    var script = MicrophoneScript()
    if name == "off" { return script }
    script.give(.choose(.automatic))
    if name == "searching" { return script }
    script.list(microphone("a", isDefault: true), microphone("b"))
    script.noteStream()
    if name == "opening" { return script }
    if name == "waiting" {
      script.give(.failed(script.stream, broken))
      return script
    }
    script.give(.opened(script.stream, format))
    if name == "opened" { return script }
    script.give(.firstSound(script.stream))
    return script
  }

  static let situations = ["off", "searching", "opening", "opened", "running", "waiting"]
}
