import CaptureCore
import Glibc
import RecordCore

/// What the program ends with, for the shell and for scripts. The numbers do not change.
///
/// `Documentation/ExitStatus.md` says it for people; a test compares the two.
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
}

// MARK: - What each error ends the program with

extension ExitStatus {
  /// The status for an error, whichever command it ended.
  init(_ error: any Error) {
    self =
      switch error {
      case is ClosedPipe: .done
      case is CancellationError: .interrupted
      case let error as CommandError: error.status
      case let error as CaptureError: ExitStatus(error.code)
      case let error as RecordError: ExitStatus(error.code)
      default: .failed
      }
  }

  /// The status for a fault of a camera or microphone.
  init(_ code: CaptureError.Code) {
    self =
      switch code {
      case .noCamera, .noSuchCamera, .noSuchMicrophone, .unplugged, .serviceUnavailable:
        .noSuchCamera
      case .notPermitted: .notPermitted
      case .busy: .busy
      case .stopped: .interrupted
      default: .failed
      }
  }

  /// The status for a picture or movie that was not written.
  init(_ code: RecordError.Code) {
    self =
      switch code {
      case .notPermitted: .notPermitted
      case .badSettings: .wrongWords
      default: .failed
      }
  }

  /// The status for a system's call that failed (`errno`).
  init(systemError number: Int32) {
    self = [EACCES, EPERM, EROFS].contains(number) ? .notPermitted : .failed
  }
}
