import CFFmpeg
import CFFmpegShims
import Glibc
import RecordCore

/// What a call of the library answered, as this module's errors.
enum LibraryError {
  /// Whether the answer says that the call wants other work done first (`EAGAIN`).
  static func saysTryAgain(_ status: Int32) -> Bool {
    status == CFFmpegShims_errorFromErrno(EAGAIN)
  }

  /// Whether the answer says that there is no more (`AVERROR_EOF`).
  static func saysEnd(_ status: Int32) -> Bool { status == CFFmpegShims_endOfFile }

  /// The library's words for an answer (`av_strerror`).
  static func text(_ status: Int32) -> String {
    var words = [CChar](repeating: 0, count: 128)
    guard unsafe av_strerror(status, &words, words.count) == 0 else { return "error \(status)" }
    let end = words.firstIndex(of: 0) ?? words.count
    return String(decoding: words[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Throws when an answer is an error.
  ///
  /// - Parameters:
  ///   - status: what the call returned; negative is an error.
  ///   - code: the kind of error.
  ///   - what: what did not work, the beginning of a sentence.
  static func check(
    _ status: Int32, _ code: RecordError.Code, _ what: @autoclosure () -> String
  ) throws(RecordError) {
    guard status < 0 else { return }
    throw RecordError(code, "\(what()): \(text(status)).", systemError: status)
  }

  /// There is no memory for one of the library's objects.
  static func noMemory(_ what: String) -> RecordError {
    RecordError(.encoderFailed, "There is no memory for \(what).", systemError: ENOMEM)
  }
}

/// A system call that failed, as this module's errors.
enum FileError {
  /// Makes the error of a file operation.
  ///
  /// - Parameters:
  ///   - number: what the call left in `errno`.
  ///   - what: what did not work, the beginning of a sentence.
  static func make(_ number: Int32, _ what: String) -> RecordError {
    let message = "\(what): \(text(number))."
    switch number {
    case EEXIST:
      return RecordError(.exists, message, remedy: "Choose another name.", systemError: number)
    case ENOENT, ENOTDIR:
      return RecordError(.noFolder, message, remedy: "Make the folder first.", systemError: number)
    case EACCES, EPERM, EROFS:
      return RecordError(
        .notPermitted, message, remedy: "Choose a folder that you may write to.",
        systemError: number)
    case ENOSPC, EDQUOT:
      return RecordError(.diskFull, message, remedy: "Free some space.", systemError: number)
    case ENAMETOOLONG:
      return RecordError(.badSettings, message, remedy: "Give a shorter name.", systemError: number)
    case EFBIG:
      return RecordError(
        .diskFull, message, remedy: "The file has the largest size that is allowed here.",
        systemError: number)
    default: return RecordError(.writeFailed, message, systemError: number)
    }
  }

  /// The system's words for an error number.
  static func text(_ number: Int32) -> String {
    // Unsafe: the string lives until the thread's next `strerror`; it is copied here.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
