import CALSA
import CaptureCore
import Glibc

/// The kernel's and ALSA's faults in the words of `CaptureError`.
enum Fault {
  static let forbidden = CaptureError(
    .notPermitted, "The sound cards may not be used by this user.",
    remedy: "Join the group audio, then log in again: sudo usermod -aG audio $USER",
    systemError: EACCES)

  static let noThread = CaptureError(
    .deviceFailed, "The system has no descriptors or threads left for ALSA.",
    remedy: "Close other programs, or raise the limit: ulimit -n")

  static let closed = CaptureError(.stopped, "The microphone was closed meanwhile.")

  static let startedTwice = CaptureError(
    .invalidRequest, "A stream is started once; open the microphone again for another start.")

  static func noSuchMicrophone(_ microphone: MicrophoneID) -> CaptureError {
    CaptureError(
      .noSuchMicrophone, "ALSA has no microphone \"\(microphone)\".",
      remedy: "List the microphones: viewfinder devices")
  }

  /// What a call of the library's has answered.
  ///
  /// - Parameters:
  ///   - code: a negative error number.
  ///   - holder: who has the device, asked only when it is busy.
  static func call(
    _ name: String, code: Int32, holder: () -> String? = { nil }
  ) -> CaptureError {
    switch -code {
    case EBUSY:
      let who = holder() ?? "another program"
      return CaptureError(
        .busy, "\(name) is in use by \(who).",
        remedy: "Close that program, or let PipeWire share the microphone.", systemError: EBUSY)
    case ENODEV, ENOENT, ENXIO, EBADFD:
      return CaptureError(
        .unplugged, "\(name) was unplugged.", remedy: "Plug it in again.", systemError: -code)
    case EACCES, EPERM: return forbidden
    default:
      // Unsafe: a constant string of the library.
      let words = unsafe snd_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      return CaptureError(
        .deviceFailed, "\(name) failed: \(words).", remedy: "Unplug it and plug it in again.",
        systemError: -code)
    }
  }

  /// Who records from a device, by what the kernel tells of its stream.
  ///
  /// - Parameters:
  ///   - status: the text of `/proc/asound/card0/pcm0c/sub0/status`, which names the thread that has opened
  ///     it: a person knows the process.
  ///   - file: the text of a file.
  static func holder(inStatus status: String, file: (_ path: String) -> String?) -> String? {
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("owner_pid"),
        let thread = Int32(parts[1].drop { $0 == " " }), thread > 0
      else { continue }
      let process = Self.process(ofThread: thread, file)
      let name = file("/proc/\(process)/comm")?.split(separator: "\n").first
      return name.map { "\($0) (process \(process))" } ?? "process \(process)"
    }
    return nil
  }

  private static func process(ofThread thread: Int32, _ file: (String) -> String?) -> Int32 {
    let lines = file("/proc/\(thread)/status")?.split(separator: "\n") ?? []
    let group = lines.first { $0.hasPrefix("Tgid:") }?.split(separator: "\t").last
    return group.flatMap { Int32($0) } ?? thread
  }
}
