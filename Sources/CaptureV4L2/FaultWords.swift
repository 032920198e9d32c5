import CaptureCore
import Glibc
import MediaTypes

/// Says what a failed call means for the person who has to mend it.
struct FaultWords: Sendable {
  /// What was being done.
  enum Activity: Hashable, Sendable {
    case opening, configuring, starting, streaming
  }

  /// The camera's name.
  let name: String
  /// Its node.
  let path: String
  /// To look up who holds it.
  let calls: any SystemCalls

  /// The error for a failed call.
  func error(_ error: SystemError, while activity: Activity) -> CaptureError {
    let words = words(for: error.code, activity)
    let cause = "\(error.call): \(error.text)"
    return CaptureError(
      words.code, "\(words.what) (\(cause)).", remedy: words.remedy, systemError: error.code)
  }

  /// Does something, and explains the call that failed.
  func explaining<Value>(
    _ activity: Activity, _ work: () throws(SystemError) -> Value
  ) throws(CaptureError) -> Value {
    do throws(SystemError) {
      return try work()
    } catch {
      throw self.error(error, while: activity)
    }
  }

  /// The error for a driver whose report makes no sense.
  func unusable(_ error: any Error) -> CaptureError {
    CaptureError(
      .deviceFailed, "\(name) cannot be used: \(error).",
      remedy: "Choose another mode, or replug the camera; a driver's mistake should be reported.")
  }

  /// The error for a camera that goes silent.
  var silent: CaptureError {
    CaptureError(
      .noFrames, "\(name) sends no pictures, also after \(StreamHealth.restartLimit) restarts.",
      remedy: "Replug the camera; on a hub, plug it into the computer.", systemError: ETIMEDOUT)
  }

  private typealias Words = (code: CaptureError.Code, what: String, remedy: String)

  private func words(for code: Int32, _ activity: Activity) -> Words {
    switch code {
    case ENODEV, ENXIO, ENOENT, ESHUTDOWN:
      return (.unplugged, "\(name) is not there any more", "Plug it in again.")
    case EBUSY: return busy
    case EACCES, EPERM: return notPermitted
    case ENOSPC:
      return (
        .startFailed, "The USB bus has no bandwidth left for \(name)",
        "Plug it into another port or controller, or choose MJPEG, a smaller size or a lower rate."
      )
    case ENOMEM, ENOBUFS:
      return (
        .deviceFailed, "The kernel has no memory for the pictures of \(name)",
        "Choose a smaller size, or close other programs."
      )
    case EMFILE, ENFILE:
      return (
        .deviceFailed, "Too many files are open", "Raise the limit: ulimit -n 4096."
      )
    case ENOTTY, ENOSYS, EOPNOTSUPP:
      return (
        .unsupportedFormat, "\(name) does not do what a camera has to do",
        "Choose another camera: viewfinder devices."
      )
    default: return general(code, activity)
    }
  }

  private func general(_ code: Int32, _ activity: Activity) -> Words {
    switch activity {
    // What the USB bus says of a device that was pulled out, before the driver learns of it.
    case .streaming where code == EIO || code == EPROTO:
      (
        .unplugged, "\(name) does not answer any more, as when it is unplugged",
        "Plug it in again, without a hub; if it was not pulled out, look at the end of: dmesg."
      )
    case .configuring where [EIO, EPROTO, ETIMEDOUT].contains(code):
      (.deviceFailed, "\(name) does not answer", "Replug it, and look at the end of: dmesg.")
    case .opening:
      (.deviceFailed, "\(name) cannot be opened", "Replug it, and look at the end of: dmesg.")
    case .configuring:
      (
        .unsupportedFormat, "\(name) refuses the mode", "Choose one of: viewfinder devices --json."
      )
    case .starting:
      (
        .startFailed, "\(name) refuses to start",
        "Try again or replug it; on a hub, plug it into the computer."
      )
    case .streaming:
      (
        .deviceFailed, "\(name) stopped with an error",
        "Replug it; look for USB errors at the end of: dmesg."
      )
    }
  }

  private var busy: Words {
    let holders = Holders.of(path, calls)
    guard let first = holders.first else {
      return (
        .busy, "\(name) is in use by another program, of another user or in a container",
        "Find it with: sudo fuser -v \(path)."
      )
    }
    let list = holders.map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
    return (
      .busy, "\(name) is in use by \(list)",
      first.isSelf ? "Stop the session that uses it." : "Close that program: kill \(first.process)."
    )
  }

  private var notPermitted: Words {
    let group = calls.groupName(of: path).flatMap { $0 == "root" ? nil : $0 } ?? "video"
    return (
      .notPermitted, "You may not use \(path)",
      "Add yourself to its group and log in again: sudo usermod -aG \(group) \"$USER\"."
    )
  }
}
