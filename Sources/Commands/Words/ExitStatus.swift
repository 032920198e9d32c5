import CaptureCore
import RecordCore

/// What the program ends with, for the shell and for scripts. The numbers do not change.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  case wrongWords = 2
  case noSuchCamera = 3
  case notPermitted = 4
  case busy = 5
  case interrupted = 130

  /// For the help text.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed at work"
    case .wrongWords: "wrong words on the command line"
    case .noSuchCamera: "no such camera or microphone, or none that can be reached"
    case .notPermitted: "not permitted"
    case .busy: "another program uses the camera"
    case .interrupted: "interrupted (Ctrl-C)"
    }
  }

  /// The status for a file that could not be written.
  init(_ code: RecordError.Code) { self = code == .notPermitted ? .notPermitted : .failed }

  /// The status for a fault of a camera or microphone.
  init(_ code: CaptureError.Code) {
    switch code {
    case .noCamera, .noSuchCamera, .noSuchMicrophone, .unplugged, .serviceUnavailable:
      self = .noSuchCamera
    case .notPermitted: self = .notPermitted
    case .busy: self = .busy
    case .stopped: self = .interrupted
    default: self = .failed
    }
  }
}
