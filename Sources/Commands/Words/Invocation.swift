/// What the words on the command line ask for.
enum Invocation: Hashable, Sendable {
  case help(CommandSyntax?)
  case version
  case devices(DevicesRequest)
  case frames(FramesRequest)
  case photo(PhotoRequest)
  case preview(PreviewRequest)
  case controls(ControlsRequest)
  case demo(DemoRequest)
  case doctor(DoctorRequest)
  case record(RecordRequest)
  case repair(RepairRequest)

  /// What Ctrl-C leaves it time for.
  var ending: Interrupts.Ending {
    if case .record = self { .whenFinished } else { .soon }
  }

  /// Understands a command line.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Throws: `CommandError` with status 2 that names the bad word and the nearest known one.
  init(_ arguments: [String]) throws(CommandError) {
    guard let first = arguments.first else {
      throw CommandError(
        .wrongWords, "No command was given.",
        remedy: "Try `viewfinder demo`; `viewfinder --help` lists the commands.")
    }
    switch first {
    case "--help", "-h": self = .help(nil)
    case "--version": self = .version
    default: try self.init(command: Self.syntax(of: first), words: arguments.dropFirst())
    }
  }

  private init(command: CommandSyntax, words: ArraySlice<String>) throws(CommandError) {
    // Whoever asks for help has it, whatever else is written.
    if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      self = .help(command)
      return
    }
    let parsed = try ParsedWords(words, syntax: command)
    switch command {
    case Syntax.devices: self = .devices(try DevicesRequest(parsed))
    case Syntax.frames: self = .frames(try FramesRequest(parsed))
    case Syntax.photo: self = .photo(try PhotoRequest(parsed))
    case Syntax.preview: self = .preview(try PreviewRequest(parsed))
    case Syntax.controls: self = .controls(try ControlsRequest(parsed))
    case Syntax.demo: self = .demo(try DemoRequest(parsed))
    case Syntax.record: self = .record(try RecordRequest(parsed))
    case Syntax.repair: self = .repair(try RepairRequest(parsed))
    case Syntax.doctor: self = .doctor(try DoctorRequest(parsed))
    default:
      if parsed.operands.count > 1 {
        throw .wrong("One command at a time: \(quoted(parsed.operands[1])) is too much.", command)
      }
      self = .help(try parsed.operands.first.map(Self.syntax))
    }
  }

  private static func syntax(of word: String) throws(CommandError) -> CommandSyntax {
    guard let syntax = Syntax.all.first(where: { $0.name == word }) else {
      throw word.hasPrefix("-")
        ? CommandError.unknown("option", word, known: ["--help", "--version"])
        : CommandError.unknown("command", word, known: Syntax.all.map(\.name))
    }
    return syntax
  }
}
