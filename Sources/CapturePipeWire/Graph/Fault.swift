import CaptureCore
import Glibc
import MediaTypes

/// PipeWire's faults in the words of `CaptureError`.
enum Fault {
  private static let startService = "Start it: systemctl --user start pipewire wireplumber"

  /// The daemon cannot be reached.
  static func connecting(_ code: Int32) -> CaptureError {
    if code == EACCES || code == EPERM {
      return CaptureError(
        .notPermitted, "PipeWire's socket may not be used by this user.",
        remedy: "Run as the user of the desktop session.", systemError: code)
    }
    return CaptureError(
      .serviceUnavailable, "PipeWire, which serves the cameras, is not running.",
      remedy: startService, systemError: code)
  }

  /// Whether an error of the connection means that there is none any more.
  static func isFinal(_ code: Int32) -> Bool {
    [EPIPE, ECONNRESET, ENOTCONN, EPROTO, EBADMSG].contains(abs(code))
  }

  static let connectionLost = CaptureError(
    .serviceUnavailable, "PipeWire, which serves the cameras, has ended.", remedy: startService)

  static let noAnswer = CaptureError(
    .serviceUnavailable, "PipeWire, which serves the cameras, does not answer.",
    remedy: "Restart it: systemctl --user restart pipewire wireplumber")

  static let noLoop = CaptureError(
    .deviceFailed, "The system has no descriptors or threads left for PipeWire.",
    remedy: "Close other programs, or raise the limit: ulimit -n")

  static func noSuchCamera(_ camera: CameraID) -> CaptureError {
    CaptureError(
      .noSuchCamera, "PipeWire has no camera '\(camera)'.",
      remedy: "List the cameras: viewfinder devices")
  }

  static func noSuchMicrophone(_ microphone: MicrophoneID) -> CaptureError {
    CaptureError(
      .noSuchMicrophone, "PipeWire has no microphone \"\(microphone)\".",
      remedy: "List the microphones: viewfinder devices")
  }

  static func noSound(_ format: SoundFormat) -> CaptureError {
    CaptureError(.unsupportedFormat, "\(format) is no sound.")
  }

  /// As `stream`, with the settings that concern microphones.
  static func sound(_ name: String, message: String, code: Int32?) -> CaptureError {
    let error = stream(name, message: message, code: code)
    guard error.code == .notPermitted else { return error }
    return CaptureError(
      .notPermitted, error.message,
      remedy: "Allow microphones in the desktop's privacy settings.",
      systemError: error.systemError)
  }

  static func unplugged(_ name: String) -> CaptureError {
    CaptureError(.unplugged, "\(name) was unplugged.", remedy: "Plug it in again.")
  }

  static func unsupported(_ format: CameraFormat, by name: String) -> CaptureError {
    CaptureError(
      .unsupportedFormat, "\(name) has no mode like \(format).",
      remedy: "List its modes: viewfinder devices")
  }

  static func notLinked(_ name: String) -> CaptureError {
    CaptureError(
      .startFailed, "PipeWire did not connect to \(name) in time.",
      remedy: "Restart its session manager: systemctl --user restart wireplumber")
  }

  static let closed = CaptureError(.stopped, "The camera was closed meanwhile.")

  static let startedTwice = CaptureError(
    .invalidRequest, "A stream is started once; open the camera again for another start.")

  /// What the daemon says of a stream or node that failed, with the error number if it gave one.
  static func stream(_ name: String, message: String, code: Int32?) -> CaptureError {
    let errors: [(Int32, words: String)] = [
      (EBUSY, "busy"), (EACCES, "permission denied"), (EPERM, "not permitted"),
    ]
    let text = message.lowercased()
    switch code.map({ abs($0) }) ?? errors.first(where: { text.contains($0.words) })?.0 {
    case EBUSY:
      return CaptureError(
        .busy, "\(name) is in use by another program.", remedy: "Close that program.",
        systemError: EBUSY)
    case let code? where code == EACCES || code == EPERM:
      return CaptureError(
        .notPermitted, "\(name) may not be used by this program.",
        remedy: "Allow cameras in the desktop's privacy settings.", systemError: code)
    case let code:
      return CaptureError(
        .deviceFailed, "\(name) failed: \(message.isEmpty ? "no reason given" : message).",
        remedy: "Unplug it and plug it in again.", systemError: code)
    }
  }
}
