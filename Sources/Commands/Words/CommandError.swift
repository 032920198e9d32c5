import CaptureCore

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

  /// A fault of a camera, in the same shape.
  init(_ error: CaptureError) {
    self.init(ExitStatus(error.code), error.message, remedy: error.remedy)
  }

  /// Message and remedy.
  var description: String { remedy.isEmpty ? message : "\(message) \(remedy)" }
}

/// The reader of standard output has gone away (`| head`): the end of the work, and no error.
struct ClosedPipe: Error, Hashable {}
