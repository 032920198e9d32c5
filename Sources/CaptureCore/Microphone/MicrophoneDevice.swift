public import MediaTypes

/// A microphone that is there, or another source of sound.
public struct MicrophoneDevice: Identifiable, Hashable, Sendable {
  /// Stable identity.
  public let id: MicrophoneID
  /// For a person: one line of printable text.
  public let name: String
  /// The name of the back end that reaches it.
  public let backend: String
  /// Whether the system takes it when nobody says which.
  public let isDefault: Bool
  /// Whether it is what a loudspeaker plays instead of a microphone: such a source is never taken
  /// unless it is asked for by its identity.
  public let isMonitor: Bool
  /// What it is set to, where that is known; a hint only.
  public let format: SoundFormat?

  /// Makes a device; the name is cleaned of control characters and cut, since it comes from outside.
  public init(
    id: MicrophoneID, name: String, backend: String, isDefault: Bool = false,
    isMonitor: Bool = false, format: SoundFormat? = nil
  ) {
    self.id = id
    let printable = CameraDevice.printable(name)
    self.name = printable == CameraDevice.printable("") ? "Microphone" : printable
    self.backend = backend
    self.isDefault = isDefault
    self.isMonitor = isMonitor
    self.format = format.flatMap { $0.isValid ? $0 : nil }
  }
}

/// The microphones at one moment, and what keeps others from being seen.
public struct MicrophoneList: Hashable, Sendable {
  /// In a stable order.
  public var microphones: [MicrophoneDevice]
  /// Why the list may be incomplete, with the remedy; nil when all is well.
  public var problem: CaptureError?

  /// Makes a list.
  public init(microphones: [MicrophoneDevice] = [], problem: CaptureError? = nil) {
    self.microphones = microphones
    self.problem = problem
  }
}

/// Which microphone is wanted.
public enum MicrophoneChoice: Hashable, Sendable {
  /// The system's default, else the first that is there.
  case automatic
  /// This one and no other.
  case id(MicrophoneID)
  /// No sound.
  case none
}
