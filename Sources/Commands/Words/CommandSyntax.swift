/// One `--option` of a command.
struct OptionSyntax: Hashable, Sendable {
  /// With its dashes.
  let name: String
  /// What its value is called in the help; nil for an option that takes none.
  let value: String?
  /// One line or more for the help.
  let help: String

  init(_ name: String, _ value: String? = nil, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// A line to type and what it is good for.
struct Example: Hashable, Sendable {
  let purpose: String
  let line: String

  init(_ purpose: String, _ line: String) {
    self.purpose = purpose
    self.line = line
  }
}

/// What may be written after the name of a command: read by the parser and by the help.
struct CommandSyntax: Hashable, Sendable {
  let name: String
  /// A few words for the list of commands.
  let summary: String
  /// What it does, in short lines.
  let explanation: String
  let options: [OptionSyntax]
  let examples: [Example]
  /// Words without dashes that the command takes, for the usage line; empty for none.
  var operand = ""
}
