/// The words after a command's name, sorted into options and others, and not yet understood.
struct ParsedWords: Hashable, Sendable {
  /// The last value of each option that was given; empty for an option without a value.
  private(set) var values: [String: String] = [:]
  /// The words without dashes.
  private(set) var operands: [String] = []

  /// Sorts words.
  ///
  /// Both `--size 640x480` and `--size=640x480` are read; after `--` no word is an option.
  init(_ words: some Sequence<String>, syntax: CommandSyntax) throws(CommandError) {
    var rest = words.makeIterator()
    var optionsHaveEnded = false
    while let word = rest.next() {
      if optionsHaveEnded || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        optionsHaveEnded = true
      } else {
        try takeOption(word, rest: &rest, syntax: syntax)
      }
    }
    if syntax.operand.isEmpty, let extra = operands.first {
      throw CommandError.wrong("`\(syntax.name)` does not take the word \(quoted(extra)).", syntax)
    }
  }

  private mutating func takeOption(
    _ word: String, rest: inout some IteratorProtocol<String>, syntax: CommandSyntax
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = syntax.options.first(where: { $0.name == name }) else {
      throw .unknown(
        "option of `\(syntax.name)`", name, known: syntax.options.map(\.name), syntax)
    }
    guard let value = option.value else {
      if parts.count == 2 { throw .wrong("\(name) takes no value.", syntax) }
      values[name] = ""
      return
    }
    guard let given = parts.count == 2 ? String(parts[1]) : rest.next(), !given.isEmpty else {
      throw .wrong("\(name) needs a value: \(name) \(value).", syntax)
    }
    values[name] = given
  }

  /// Whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }
}

extension CommandError {
  /// Wrong words, with the way to the right ones.
  static func wrong(_ message: String, _ syntax: CommandSyntax) -> CommandError {
    CommandError(.wrongWords, message, remedy: "`viewfinder \(syntax.name) --help` explains it.")
  }

  /// A word that is none of the known ones, with the nearest of these.
  static func unknown(
    _ kind: String, _ word: String, known: [String], _ syntax: CommandSyntax? = nil
  ) -> CommandError {
    let guess = NearestWord.to(word, among: known).map { "Did you mean \($0)? " } ?? ""
    let help = syntax.map { "\($0.name) --help" } ?? "--help"
    let list = known.count <= 12 ? "Known: \(known.joined(separator: ", "))." : ""
    let more = guess.isEmpty && !list.isEmpty ? list : "`viewfinder \(help)` lists what there is."
    return CommandError(.wrongWords, "\(quoted(word)) is no \(kind).", remedy: guess + more)
  }
}

/// A word from outside for a message: in quotes, without control characters, not too long.
func quoted(_ word: String) -> String {
  let printable = TerminalText.printable(word)
  return "'\(printable.count > 60 ? printable.prefix(57) + "..." : printable[...])'"
}
