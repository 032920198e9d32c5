import MediaTypes
import PreviewCore
import Viewfinder

extension FilmStyle {
  /// Reads `--style`, `--flip-duration` and `--curve`.
  init(_ words: ParsedWords) throws(CommandError) {
    self.init()
    transition = try words.read("--style", Self.transition) ?? transition
    curve = try words.read("--curve", Self.curve) ?? curve
    duration = try words.read("--flip-duration", Self.duration) ?? duration
  }

  /// The options, for the commands that show flips.
  static let options = [
    OptionSyntax("--style", "STYLE", help: "of the flip:\n\(styleLines)"),
    OptionSyntax("--flip-duration", "TIME", help: "how long a flip takes, like 700ms; 1s"),
    OptionSyntax(
      "--curve", "CURVE",
      help: """
        how it follows time: \(TimingCurve.words.joined(separator: ", ")),
        or a cubic Bezier curve as in CSS, like 0.42,0,0.58,1
        """),
  ]

  /// The words for `--style`, four to a line.
  private static var styleLines: String {
    let words = Transition.allCases.map(\.word)
    return stride(from: 0, to: words.count, by: 4)
      .map { words[$0..<min($0 + 4, words.count)].joined(separator: ", ") }
      .joined(separator: ",\n")
  }

  private static func transition(
    _ text: String, option: String
  ) throws(CommandError) -> Transition {
    try Values.choice(text, option: option, from: Transition.allCases.map { ($0.word, $0) })
  }

  private static func curve(_ text: String, option: String) throws(CommandError) -> TimingCurve {
    if let curve = TimingCurve(word: text) { return curve }
    // Numbers that make no curve, or a word.
    guard text.contains(",") else {
      var named: [(word: String, choice: TimingCurve)] = []
      for word in TimingCurve.words {
        if let curve = TimingCurve(word: word) { named.append((word, curve)) }
      }
      return try Values.choice(text, option: option, from: named)
    }
    throw CommandError(
      .wrongWords, "\(option): \(quoted(text)) is no curve that only goes on.",
      remedy: "Write four numbers from 0 to 1, like 0.42,0,0.58,1.")
  }

  private static func duration(_ text: String, option: String) throws(CommandError) -> MediaTime {
    let time = try Values.time(text, option: option)
    guard time <= .seconds(60) else {
      throw CommandError(
        .wrongWords, "\(option): a flip of \(quoted(text)) is too long.",
        remedy: "Give at most 60s.")
    }
    return time
  }
}
