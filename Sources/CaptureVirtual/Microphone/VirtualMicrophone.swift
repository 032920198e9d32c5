public import CaptureCore
public import MediaTypes

/// A microphone that exists only in this process: it beeps for 80 ms at each whole second of the
/// clock, at which virtual cameras with `flashes` flash, over a quiet hum that shows holes.
///
/// *Context*: a plain value; any thread.
public struct VirtualMicrophone: Identifiable, Hashable, Sendable {
  /// Stable identity.
  public var id: MicrophoneID
  /// For a person.
  public var name: String
  /// What it can do; a stream has the wish's where this is nil.
  public var format: SoundFormat?

  /// Makes a microphone.
  ///
  /// - Parameters:
  ///   - id: unique among the microphones of a back end.
  ///   - name: for a person.
  ///   - format: the only one it can do; nil for any.
  public init(id: MicrophoneID, name: String, format: SoundFormat? = nil) {
    self.id = id
    self.name = name
    self.format = format
  }

  /// The usual one.
  public static let standard = VirtualMicrophone(
    id: MicrophoneID("virtual-microphone"), name: "Virtual Microphone")

  func device(backend: String, isDefault: Bool) -> MicrophoneDevice {
    MicrophoneDevice(id: id, name: name, backend: backend, isDefault: isDefault, format: format)
  }
}
