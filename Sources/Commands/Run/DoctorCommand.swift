import Viewfinder

/// `viewfinder doctor`.
struct DoctorCommand: Sendable {
  let request: DoctorRequest
  let console: Console

  init(_ request: DoctorRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    let facts = try await Probe.facts(of: request.source)
    let findings = Diagnosis.findings(facts)
    let isUsable = Diagnosis.hasUsableCamera(facts)
    if request.asJSON {
      try console.print(DoctorText.json(findings, isUsable: isUsable).indented())
    } else {
      try console.print(DoctorText.lines(findings).joined(separator: "\n"))
    }
    guard isUsable else {
      throw CommandError(
        .noSuchCamera, "No camera can be used.",
        remedy: request.asJSON ? "" : "The lines above say why; `viewfinder demo` needs none.")
    }
  }
}
