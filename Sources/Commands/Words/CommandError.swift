import CaptureCore
import PreviewCore
import RecordCore

/// Why a command ended without doing what was asked: `viewfinder: what happened. What to do.`
struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  let status: ExitStatus
  /// What happened, one sentence.
  let message: String
  /// What to do about it, one sentence; empty when there is nothing to do.
  let remedy: String

  init(_ status: ExitStatus, _ message: String, remedy: String = "") {
    self.status = status
    self.message = message
    self.remedy = remedy
  }

  /// Any module's error in the shape of the program's.
  init(_ error: any Error) {
    let status = ExitStatus(error)
    switch error {
    case let error as CommandError: self = error
    case let error as CaptureError: self.init(status, error.message, remedy: error.remedy)
    case let error as PreviewError: self.init(status, error.message, remedy: error.remedy)
    case let error as RecordError: self.init(status, error.message, remedy: error.remedy)
    default: self.init(status, "\(error)")
    }
  }

  /// Message and remedy.
  var description: String { remedy.isEmpty ? message : "\(message) \(remedy)" }
}

/// The reader of standard output has gone away (`| head`): the end of the work, and no error.
struct ClosedPipe: Error, Hashable {}
