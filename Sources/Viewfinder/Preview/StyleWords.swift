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
  /// A length as a command line has it, at most a day; nil for what is none.
  ///
  /// - Parameter word: numbers with units from large to small (`700ms`, `1.5s`, `2m`, `1m30s`, `1h`), or
  ///   as a clock shows it (`1:30`, `1:02:03`).
  public init?(word: String) {
    let seconds = word.contains(":") ? Self.seconds(ofClock: word) : Self.seconds(ofUnits: word)
    guard let seconds, seconds <= 86_400 else { return nil }
    self.init(seconds: seconds)
  }

  private static let units: [(name: String, seconds: Double)] = [
    ("h", 3600), ("m", 60), ("s", 1), ("ms", 0.001),
  ]

  private static func seconds(ofUnits word: String) -> Double? {
    var (rest, units, seconds) = (word[...], Self.units[...], 0.0)
    repeat {
      let number = rest.prefix(while: isOfNumber)
      let name = rest.dropFirst(number.count).prefix { !isOfNumber($0) }
      rest = rest.dropFirst(number.count + name.count)
      guard let value = Double(number), let index = units.firstIndex(where: { $0.name == name })
      else { return nil }
      seconds += value * units[index].seconds
      units = units[(index + 1)...]
    } while !rest.isEmpty
    return seconds
  }

  private static func seconds(ofClock word: String) -> Double? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      // Minutes and seconds have two digits; only seconds have a point.
      guard part.allSatisfy(isOfNumber), let value = Double(part), index == 0 || value < 60,
        index == 0 || part.prefix(while: { $0 != "." }).count == 2,
        index == parts.count - 1 || !part.contains(".")
      else { return nil }
      seconds = seconds * 60 + value
    }
    return parts.count <= 3 ? seconds : nil
  }

  /// Digits and the point: `Double` would take `nan`, `inf` and hexadecimal too.
  private static func isOfNumber(_ character: Character) -> Bool {
    character == "." || ("0"..."9").contains(character)
  }
}
