/// Findings for a person and for a program.
enum DoctorText {
  static func lines(_ findings: [Finding]) -> [String] {
    let width = findings.map { TerminalText.columns($0.subject) }.max() ?? 0
    return findings.flatMap { finding in
      let gap = String(repeating: " ", count: width - TerminalText.columns(finding.subject))
      let first = "\(label(finding.state)) \(finding.subject)\(gap)  \(finding.text)"
      let margin = String(repeating: " ", count: 8 + width + 2)
      return [first] + [finding.command.map { "\(margin)\(prompt)\($0)" }].compactMap { $0 }
    }
  }

  static func json(_ findings: [Finding], isUsable: Bool) -> JSONText {
    .object([
      .init("usable", .boolean(isUsable)),
      .init(
        "findings",
        .array(
          findings.map { finding in
            .object([
              .init("subject", .string(finding.subject)),
              .init("state", .string(finding.state.rawValue)),
              .init("text", .string(finding.text)),
              .init("command", .optional(finding.command)),
            ])
          })),
    ])
  }

  private static let prompt = "$ "

  private static func label(_ state: Finding.State) -> String {
    switch state {
    case .ok: "ok     "
    case .warning: "warning"
    case .missing: "missing"
    }
  }
}
