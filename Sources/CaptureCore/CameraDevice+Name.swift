extension CameraDevice {
  /// One line of printable text from whatever a device calls itself.
  ///
  /// Control, format (bidirectional overrides among them) and line-breaking characters become
  /// spaces, runs of white space one space, and a long name is cut. An empty name becomes `Camera`.
  static func printable(_ name: String) -> String {
    var result = ""
    var pendingSpace = false
    for character in name {
      if isPrintable(character) {
        if pendingSpace && !result.isEmpty { result.append(" ") }
        pendingSpace = false
        result.append(character)
      } else {
        pendingSpace = true
      }
      // Counted in scalars too: one character may hide any number of combining marks.
      if result.count >= maximumNameLength || result.unicodeScalars.count >= 4 * maximumNameLength {
        break
      }
    }
    return result.isEmpty ? "Camera" : String(result.prefix(maximumNameLength))
  }

  private static func isPrintable(_ character: Character) -> Bool {
    guard !character.isWhitespace, character.unicodeScalars.count <= 16 else { return false }
    return character.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator,
        .paragraphSeparator:
        // The joiner that builds compound emoji is the one format character that names may hold.
        scalar.value == 0x200d
      default: true
      }
    }
  }
}
