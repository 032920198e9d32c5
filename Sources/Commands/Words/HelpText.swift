/// The help of the program and of each command, made of the syntax.
enum HelpText {
  /// For `viewfinder --help`.
  static var program: String {
    let commands = Syntax.all.map { "  \(padded($0.name, to: 10))\($0.summary)" }
    return """
      viewfinder: a live camera on the command line

      Usage: viewfinder COMMAND [OPTIONS]
             viewfinder COMMAND --help
             viewfinder --version

      Commands:
      \(commands.joined(separator: "\n"))

      Examples:
        viewfinder demo                         the picture turned over, with nothing plugged in
        viewfinder devices                      the cameras of this machine
        viewfinder frames | ffplay -            one of them, in another program
        viewfinder frames --backend virtual --count 60 | ffprobe -

      \(exitStatuses)
      """
  }

  /// For `viewfinder COMMAND --help`.
  static func of(_ command: CommandSyntax) -> String {
    let operand = command.operand.isEmpty ? "" : " \(command.operand)"
    return """
      viewfinder \(command.name): \(command.summary)

      Usage: viewfinder \(command.name)\(operand) [OPTIONS]

      \(command.explanation)

      Options:
      \(command.options.map(line).joined(separator: "\n"))

      Examples:
      \(command.examples.map { "  # \($0.purpose)\n  \($0.line)" }.joined(separator: "\n"))

      \(exitStatuses)
      """
  }

  private static var exitStatuses: String {
    let lines = ExitStatus.allCases.map { "  \(padded("\($0.rawValue)", to: 5))\($0.meaning)" }
    return "Exit status:\n" + lines.joined(separator: "\n")
  }

  private static func line(_ option: OptionSyntax) -> String {
    let name = option.value.map { "\(option.name) \($0)" } ?? option.name
    let help = option.help.split(separator: "\n").joined(
      separator: "\n" + String(repeating: " ", count: 22))
    return "  \(padded(name, to: 20))\(help)"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
