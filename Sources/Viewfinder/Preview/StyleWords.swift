public import MediaTypes
public import PreviewCore

extension Transition {
  /// The name as a command line has it: `flip-from-left`.
  public var word: String {
    rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  /// The transition of that name, with or without its hyphens; nil when there is none.
  public init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word || $0.rawValue == word })
    else { return nil }
    self = found
  }
}

extension TimingCurve {
  private static let named: [(word: String, curve: TimingCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
  ]

  /// The curves that have names, as a command line has them.
  public static var words: [String] { named.map(\.word) }

  /// The curve of a name, or of four numbers with commas between them, as `cubic-bezier` of CSS takes
  /// them; nil when there is none.
  public init?(word: String) {
    if let found = Self.named.first(where: { $0.word == word }) {
      self = found.curve
      return
    }
    let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 4,
      case (let a?, let b?, let c?, let d?) =
        (numbers[0], numbers[1], numbers[2], numbers[3])
    else { return nil }
    self.init(a, b, c, d)
  }
}

extension MediaTime {
  /// A length as a command line has it, `700ms` or `1.5s`, at most a day; nil for what is none.
  public init?(word: String) {
    let (number, unit) =
      word.hasSuffix("ms") ? (word.dropLast(2), 0.001) : (word.dropLast(), 1)
    guard word.hasSuffix("s"), number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }),
      let value = Double(number), value * unit <= 86_400
    else { return nil }
    self.init(seconds: value * unit)
  }
}
