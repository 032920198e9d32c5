import CaptureCore

extension CaptureError {
  /// Words from outside, made safe to print: one line, not long.
  static func quoted(_ words: String) -> String {
    let cleaned = words.unicodeScalars.prefix(40).map { scalar in
      (0x20...0x7e).contains(scalar.value) ? Character(scalar) : "?"
    }
    return "'" + String(cleaned) + "'"
  }
}
