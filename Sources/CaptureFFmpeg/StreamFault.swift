import CFFmpegShims
import CaptureCore
import Glibc

/// What an error of the library means for somebody who gave an address.
struct StreamFault: Error, Hashable, Sendable {
  /// As the library gives it; negative.
  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// - Parameter name: of the address, without what is secret.
  func opening(_ address: StreamAddress) -> CaptureError {
    let name = address.shown
    switch code {
    case CFFmpegShims_unauthorized, CFFmpegShims_forbidden:
      return error(
        .notPermitted, "\(name) wants a name and a password, or others.",
        "Write them into the address: \(address.scheme.rawValue)://NAME:PASSWORD@HOST/PATH.")
    case CFFmpegShims_notFound, Self.system(ENOENT):
      return error(.noSuchCamera, "There is nothing at \(name).", "Check the path.")
    case Self.system(EACCES), Self.system(EPERM):
      return error(.notPermitted, "\(name) may not be read.", "Check the file's permissions.")
    case Self.system(ECONNREFUSED), Self.system(EHOSTUNREACH), Self.system(ENETUNREACH),
      Self.system(ECONNRESET):
      return error(
        .serviceUnavailable, "Nobody answers at \(name).",
        "Check that it is switched on, and the host and port of the address.")
    case CFFmpegShims_exitRequested, Self.system(ETIMEDOUT):
      return error(
        .serviceUnavailable, "\(name) does not answer in time.",
        "Check the network, and the host and port of the address.")
    case Self.system(EIO) where address.scheme != .file:
      return error(
        .noSuchCamera, "\(name) cannot be reached: there is no such host, or it hangs up.",
        "Check the host of the address.")
    case CFFmpegShims_refused, CFFmpegShims_serverError:
      return error(
        .serviceUnavailable, "\(name) says that it cannot serve pictures now.",
        "Try again later, or restart the camera.")
    case CFFmpegShims_protocolNotFound:
      return error(
        .unsupportedFormat, "The FFmpeg of this machine does not know \(address.scheme.rawValue).",
        "Install one that does.")
    case CFFmpegShims_streamNotFound: return Self.noPictures(address)
    default:
      return error(
        .unsupportedFormat, "\(name) is no movie or stream that can be read.",
        "See what it is: ffprobe, or file.")
    }
  }

  /// A stream that should have none came to its end.
  static let endOfStream = StreamFault(CFFmpegShims_endOfFile)

  /// It has worked so far.
  func reading(_ address: StreamAddress) -> CaptureError {
    let why =
      switch code {
      case CFFmpegShims_endOfFile: "it ended the stream"
      case CFFmpegShims_exitRequested, Self.system(ETIMEDOUT): "it sends nothing any more"
      default: "the connection broke"
      }
    return error(.deviceFailed, "\(address.shown) stopped: \(why).", "Check the camera's network.")
  }

  static func ended(_ address: StreamAddress) -> CaptureError {
    CaptureError(
      .ended, "\(address.shown) has come to its end.",
      remedy: "To begin again each time, add --loop, or ?loop to the address.")
  }

  static func noPictures(_ address: StreamAddress) -> CaptureError {
    CaptureError(
      .unsupportedFormat, "There are no pictures in \(address.shown).",
      remedy: "Give the address of a movie.")
  }

  static func noDecoder(_ codec: String, _ address: StreamAddress) -> CaptureError {
    CaptureError(
      .unsupportedFormat, "\(address.shown) is in \(codec), which nothing here can decode.",
      remedy: "Install an FFmpeg that can, or convert it.")
  }

  static func system(_ number: Int32) -> Int32 { CFFmpegShims_errorFromErrno(number) }

  private func error(
    _ code: CaptureError.Code, _ message: String, _ remedy: String
  ) -> CaptureError {
    CaptureError(code, message, remedy: remedy, systemError: self.code)
  }
}
