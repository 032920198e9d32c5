import CaptureVirtual
import MediaTypes
import Viewfinder

/// Where a command looks for cameras: `--backend` and `--virtual`.
struct CameraSource: Hashable, Sendable {
  /// The named back ends; nil for whatever there is.
  var backends: [String]?
  /// The faults of the virtual cameras, as they were written.
  var faults: String?

  /// The movie or network camera that `--camera` names; nil when it names none.
  private(set) var address: String?

  /// Whether virtual cameras are the only ones.
  var isVirtual: Bool { isVirtualNamed && address == nil }
  private var isVirtualNamed: Bool { backends == ["virtual"] }

  init(_ words: ParsedWords) throws(CommandError) {
    if let name = words.values["--backend"] {
      guard Syntax.backends.contains(name) else {
        throw CommandError.unknown("back end", name, known: Syntax.backends)
      }
      backends = [name]
    }
    if let faults = words.values["--virtual"] { try take(faults: faults) }
    if let camera = words.values["--camera"], CameraID(address: camera) != nil {
      address = words.has("--loop") ? CameraID.looping(camera) : camera
    } else if words.has("--loop") {
      throw CommandError(
        .wrongWords, "--loop is for movies, and --camera names none.",
        remedy: "Give one, like --camera file:clip.mp4 --loop.")
    }
  }

  private mutating func take(faults: String) throws(CommandError) {
    guard backends == nil || isVirtualNamed else {
      throw CommandError(
        .wrongWords, "--virtual makes virtual cameras fail, but --backend names others.",
        remedy: "Leave one of the two out.")
    }
    do {
      _ = try FaultScript(parsing: faults)
    } catch {
      throw CommandError(.wrongWords, "--virtual: \(error.message)", remedy: error.remedy)
    }
    backends = ["virtual"]
    self.faults = faults
  }
}
