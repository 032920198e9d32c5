import CaptureVirtual

/// Where a command looks for cameras: `--backend` and `--virtual`.
struct CameraSource: Hashable, Sendable {
  /// The named back ends; nil for whatever there is.
  var backends: [String]?
  /// The faults of the virtual cameras, as they were written.
  var faults: String?

  /// Whether virtual cameras are the only ones.
  var isVirtual: Bool { backends == ["virtual"] }

  init(_ words: ParsedWords) throws(CommandError) {
    if let name = words.values["--backend"] {
      guard Syntax.backends.contains(name) else {
        throw CommandError.unknown("back end", name, known: Syntax.backends)
      }
      backends = [name]
    }
    if let faults = words.values["--virtual"] { try take(faults: faults) }
  }

  private mutating func take(faults: String) throws(CommandError) {
    guard backends == nil || isVirtual else {
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
