import CPulse
import CaptureCore
import MediaTypes

/// A source of sound as PulseAudio describes it. All of it may come from other programs.
struct Source: Hashable {
  var index: UInt32
  var name: String
  var description: String
  var isMonitor: Bool
  var format: SoundFormat

  init(index: UInt32, name: String, description: String, isMonitor: Bool, format: SoundFormat) {
    self.index = index
    self.name = name
    self.description = description
    self.isMonitor = isMonitor
    self.format = format
  }

  /// Copies what the library lends to a callback; nil for a source without a name.
  init?(_ info: UnsafePointer<pa_source_info>) {
    let info = unsafe info.pointee
    guard let name = unsafe info.name.map({ unsafe String(cString: $0) }), !name.isEmpty else {
      return nil
    }
    self.name = name
    index = unsafe info.index
    description = unsafe info.description.map { unsafe String(cString: $0) } ?? name
    isMonitor = unsafe info.monitor_of_sink != .max
    format = unsafe SoundFormat(
      sampleRate: Int(info.sample_spec.rate), channelCount: Int(info.sample_spec.channels))
  }

  /// The name is an identity: the server makes it of bus path, serial number and profile.
  var id: MicrophoneID { MicrophoneID(name) }

  func device(defaultName: String?) -> MicrophoneDevice {
    MicrophoneDevice(
      id: id, name: description, backend: PulseBackend.name,
      isDefault: name == defaultName && !isMonitor, isMonitor: isMonitor, format: format)
  }
}

extension [Source] {
  /// More than any studio has; what comes on top is not listed.
  static var maximumCount: Int { 1000 }

  func list(defaultName: String?) -> MicrophoneList {
    MicrophoneList(
      microphones: map { $0.device(defaultName: defaultName) }.sorted { $0.id < $1.id })
  }
}
