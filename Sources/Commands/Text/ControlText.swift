import CaptureCore

/// Settings in words and in JSON.
enum ControlText {
  static func table(_ controls: [CameraControl]) -> Table {
    var table = Table(["NAME", "VALUE", "DEFAULT", "POSSIBLE", "NOTE"])
    for control in controls {
      table.add([
        control.id.rawValue, value(control), word(control.defaultValue, of: control),
        possible(control), note(control),
      ])
    }
    return table
  }

  static func json(_ controls: [CameraControl]) -> JSONText {
    .array(controls.map(json))
  }

  /// The value as a person writes it.
  static func value(_ control: CameraControl) -> String {
    control.value.map { word($0, of: control) } ?? "?"
  }

  /// Understands a value: a number, on or off, or a menu's word in any case.
  static func value(_ text: String, of control: CameraControl) throws(CommandError) -> Int {
    if let number = Int(text) { return number }
    let word = text.lowercased()
    switch control.kind {
    case .onOff where ["on", "off", "yes", "no"].contains(word):
      return word == "on" || word == "yes" ? 1 : 0
    case .menu(let choices):
      if let choice = choices.first(where: { $0.name.lowercased() == word }) { return choice.value }
    default: break
    }
    throw CommandError(
      .wrongWords, "\(quoted(text)) is no value of \(control.id).",
      remedy: "Possible: \(possible(control)).")
  }

  private static func word(_ value: Int, of control: CameraControl) -> String {
    switch control.kind {
    case .number: return control.unit.isEmpty ? "\(value)" : "\(value) (\(control.unit))"
    case .onOff: return value == 0 ? "off" : "on"
    case .menu(let choices): return choices.first { $0.value == value }?.name ?? "\(value)"
    }
  }

  private static func possible(_ control: CameraControl) -> String {
    switch control.kind {
    case .number:
      let step = control.step == 1 ? "" : " by \(control.step)"
      return "\(control.range.lowerBound) to \(control.range.upperBound)\(step)"
    case .onOff: return "on, off"
    case .menu(let choices): return choices.map(\.name).joined(separator: ", ")
    }
  }

  private static func note(_ control: CameraControl) -> String {
    control.isReadOnly ? "read only" : control.isInactive ? "automatic" : ""
  }

  private static func json(_ control: CameraControl) -> JSONText {
    var members: [JSONText.Member] = [
      .init("name", .string(control.id.rawValue)),
      .init("value", control.value.map(JSONText.integer) ?? .null),
      .init("default", .integer(control.defaultValue)),
      .init("minimum", .integer(control.range.lowerBound)),
      .init("maximum", .integer(control.range.upperBound)),
      .init("step", .integer(control.step)), .init("unit", .string(control.unit)),
      .init("note", .string(note(control))),
    ]
    if case .menu(let choices) = control.kind {
      let items = choices.map { choice in
        JSONText.object([
          .init("value", .integer(choice.value)), .init("name", .string(choice.name)),
        ])
      }
      members.append(.init("choices", .array(items)))
    }
    return .object(members)
  }
}
