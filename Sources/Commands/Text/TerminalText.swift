/// Text that is safe on a terminal: names come from devices, and a device may call itself anything.
enum TerminalText {
  /// The same text with each character that a terminal would obey instead of show as `?`.
  ///
  /// Control characters (escape sequences start with one), line separators and the characters
  /// that turn the direction of text are such; the joiner of compound emoji is not.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isDangerous) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isDangerous(scalar) ? "?" : scalar) }
    return String(result)
  }

  /// Whether a terminal or a log would do something else than show a character.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    // Everything printable of ASCII, quickly.
    if (0x20...0x7e).contains(scalar.value) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: scalar.value != 0x200d
    default: false
    }
  }

  /// The columns that a text takes: two for East Asian wide characters and emoji, none for marks.
  static func columns(_ text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    let isWide =
      switch scalar.value {
      // The blocks of Unicode's EastAsianWidth.txt that are W or F throughout.
      case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
        true
      default: scalar.properties.isEmojiPresentation
      }
    return isWide ? 2 : 1
  }
}
