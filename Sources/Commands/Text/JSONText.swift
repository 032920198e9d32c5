/// A JSON value (RFC 8259) whose members keep their order, so that output can be compared.
indirect enum JSONText: Hashable, Sendable {
  case null
  case string(String)
  case integer(Int)
  case decimal(Double, places: Int)
  case boolean(Bool)
  case array([JSONText])
  case object([Member])

  /// A key with its value.
  struct Member: Hashable, Sendable {
    let key: String
    let value: JSONText

    init(_ key: String, _ value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  /// A string, or null.
  static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

  /// All on one line, as for JSON Lines.
  var line: String {
    switch self {
    case .null: "null"
    case .string(let text): Self.escaped(text)
    case .integer(let number): "\(number)"
    case .decimal(let number, let places):
      number.isFinite ? Decimal.text(number, places: places) : "null"
    case .boolean(let value): value ? "true" : "false"
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.escaped($0.key)):\($0.value.line)" }.joined(separator: ",") + "}"
    }
  }

  /// On several lines; what holds no object or array stays on one.
  func indented(_ margin: String = "") -> String {
    let inner = margin + "  "
    switch self {
    case .array(let values) where !values.isEmpty:
      let items = values.map { inner + ($0.isFlat ? $0.line : $0.indented(inner)) }
      return "[\n" + items.joined(separator: ",\n") + "\n\(margin)]"
    case .object(let members) where !members.isEmpty:
      let items = members.map { "\(inner)\(Self.escaped($0.key)): \($0.value.indented(inner))" }
      return "{\n" + items.joined(separator: ",\n") + "\n\(margin)}"
    default: return line
    }
  }

  private var isFlat: Bool {
    switch self {
    case .array(let values): values.allSatisfy(\.isScalar)
    case .object(let members): members.allSatisfy(\.value.isScalar)
    default: true
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// In quotes, with everything that JSON forbids and everything that a terminal obeys as `\uXXXX`.
  static func escaped(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if TerminalText.isDangerous(scalar) {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            result += "\\u" + hexadecimal(unit)
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
