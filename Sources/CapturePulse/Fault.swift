import CPulse
import CaptureCore
import MediaTypes

/// PulseAudio's faults in the words of `CaptureError`.
enum Fault {
  private static let startService = "Start it: systemctl --user start pulseaudio"

  static let noLoop = CaptureError(
    .deviceFailed, "The system has no descriptors or threads left for PulseAudio.",
    remedy: "Close other programs, or raise the limit: ulimit -n")

  static let closed = CaptureError(.stopped, "The microphone was closed meanwhile.")

  static let startedTwice = CaptureError(
    .invalidRequest, "A stream is started once; open the microphone again for another start.")

  static let connectionLost = CaptureError(
    .serviceUnavailable, "PulseAudio, which serves the microphones, has ended.",
    remedy: startService)

  static let noAnswer = CaptureError(
    .serviceUnavailable, "PulseAudio, which serves the microphones, does not answer.",
    remedy: "Restart it: systemctl --user restart pulseaudio")

  /// The daemon cannot be reached.
  static func connecting(_ code: Int32) -> CaptureError {
    if code == Int32(bitPattern: PA_ERR_ACCESS.rawValue) || code == Int32(PA_ERR_AUTHKEY.rawValue) {
      return CaptureError(
        .notPermitted, "PulseAudio may not be used by this user.",
        remedy: "Run as the user of the desktop session.", systemError: code)
    }
    return CaptureError(
      .serviceUnavailable, "PulseAudio, which serves the microphones, is not running.",
      remedy: startService, systemError: code)
  }

  static func noSuchMicrophone(_ microphone: MicrophoneID) -> CaptureError {
    CaptureError(
      .noSuchMicrophone, "PulseAudio has no microphone \"\(microphone)\".",
      remedy: "List the microphones: viewfinder devices")
  }

  static func noSound(_ format: SoundFormat) -> CaptureError {
    CaptureError(
      .unsupportedFormat, "PulseAudio cannot do \(format).",
      remedy: "It takes up to 32 channels and 384000 Hz.")
  }

  static func unplugged(_ name: String) -> CaptureError {
    CaptureError(.unplugged, "\(name) was unplugged.", remedy: "Plug it in again.")
  }

  static func late(_ name: String) -> CaptureError {
    CaptureError(
      .startFailed, "PulseAudio did not open \(name) in time.",
      remedy: "Restart it: systemctl --user restart pulseaudio")
  }

  /// What the server says of a stream that failed.
  static func stream(_ name: String, code: Int32) -> CaptureError {
    switch UInt32(bitPattern: code) {
    case PA_ERR_BUSY.rawValue:
      return CaptureError(
        .busy, "\(name) is in use by another program.", remedy: "Close that program.",
        systemError: code)
    case PA_ERR_ACCESS.rawValue:
      return CaptureError(
        .notPermitted, "\(name) may not be used by this program.",
        remedy: "Allow microphones in the desktop's privacy settings.", systemError: code)
    case PA_ERR_NOENTITY.rawValue, PA_ERR_KILLED.rawValue: return unplugged(name)
    default:
      // Unsafe: a constant string of the library, or none.
      let words = unsafe pa_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      return CaptureError(
        .deviceFailed, "\(name) failed: \(words).", remedy: "Unplug it and plug it in again.",
        systemError: code)
    }
  }
}
