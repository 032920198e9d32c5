import CPipeWire
import CaptureCore

/// One setting as a node describes it (`SPA_PARAM_PropInfo`). All of it comes from other programs.
struct ControlProperty: Hashable {
  /// How a value is written.
  enum Form: Hashable {
    case int
    case bool
    /// Counted in thousandths.
    case float
  }

  /// `SPA_PROP_…`
  let property: UInt32
  let form: Form
  /// Without its value.
  let control: CameraControl

  private static let maximumMenu = 64

  /// Reads a description; nil for what is no setting of a picture, or takes no values that can be set.
  init?(_ info: PodObject) {
    guard info.type == UInt32(SPA_TYPE_OBJECT_PropInfo),
      case .id(let property)? = info[SPA_PROP_INFO_id.rawValue]?.values.first,
      KnownProperties.isSetting(property), let type = info[SPA_PROP_INFO_type.rawValue],
      let form = Self.form(of: type)
    else { return nil }
    let numbers = type.values.compactMap { Self.number($0) }
    let labels = Self.labels(info[SPA_PROP_INFO_labels.rawValue])
    guard let usual = numbers.first, numbers.count == type.values.count,
      let scale = Self.scale(form, type.kind, numbers, labels)
    else { return nil }
    let known = KnownProperties.entry(of: property)
    self.property = property
    self.form = form
    control = CameraControl(
      id: known?.id ?? Self.identity(info, property), kind: scale.kind, range: scale.range,
      step: scale.step, defaultValue: usual, value: nil,
      unit: form == .float ? "0.001" : known?.unit ?? "", isReadOnly: known?.id == .privacy)
  }

  private static func form(of type: PodChoice) -> Form? {
    switch type.values.first {
    case .int: .int
    case .bool: .bool
    case .float: .float
    default: nil
    }
  }

  private static func scale(
    _ form: Form, _ kind: PodChoice.Kind, _ numbers: [Int], _ labels: [CameraControl.Choice]
  ) -> (kind: CameraControl.Kind, range: ClosedRange<Int>, step: Int)? {
    if form == .bool { return (.onOff, 0...1, 1) }
    if let least = labels.map(\.value).min(), let greatest = labels.map(\.value).max() {
      return (.menu(labels), least...greatest, 1)
    }
    guard kind == .range || kind == .step, numbers.count >= 3, numbers[1] <= numbers[2] else {
      return nil
    }
    let step = kind == .step && numbers.count >= 4 ? numbers[3] : 1
    return (.number, numbers[1]...numbers[2], step)
  }

  private static func labels(_ choice: PodChoice?) -> [CameraControl.Choice] {
    guard case .structure(let members)? = choice?.values.first else { return [] }
    return stride(from: 0, to: min(members.count - 1, 2 * maximumMenu), by: 2).compactMap {
      guard let value = number(members[$0]), case .text(let name) = members[$0 + 1] else {
        return nil
      }
      return CameraControl.Choice(value: value, name: cleaned(name))
    }
  }

  private static func cleaned(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(64).map { scalar in
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory) ? " " : Character(scalar)
    }
    return String(scalars)
  }

  /// A value as a whole number; nil for what is none, or none that a person could mean.
  static func number(_ value: PodValue) -> Int? {
    switch value {
    case .int(let value): Int(value)
    case .bool(let value): value ? 1 : 0
    case .float(let value): Int(exactly: (Double(value) * 1000).rounded())
    default: nil
    }
  }

  /// A whole number in the form that the node takes.
  func pod(_ value: Int) -> PodValue {
    switch form {
    case .int: .int(Int32(clamping: value))
    case .bool: .bool(value != 0)
    case .float: .float(Float(Double(value) / 1000))
    }
  }

  // "White Balance, Automatic" and "AeEnable" become words joined by lines.
  private static func identity(_ info: PodObject, _ property: UInt32) -> CameraControl.ID {
    let keys = [SPA_PROP_INFO_name.rawValue, SPA_PROP_INFO_description.rawValue]
    let names = keys.compactMap { key -> String? in
      guard case .text(let name)? = info[key]?.values.first else { return nil }
      let words = words(of: name)
      return words.isEmpty ? nil : words
    }
    return CameraControl.ID(names.first ?? "setting-\(String(property, radix: 16))")
  }

  private static func words(of name: String) -> String {
    var words = ""
    var wasSmall = false
    for scalar in name.unicodeScalars.prefix(64) {
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      let isDigit = ("0"..."9").contains(scalar)
      guard isLetter || isDigit else {
        if !words.isEmpty, words.last != "-" { words += "-" }
        wasSmall = false
        continue
      }
      if scalar.properties.isUppercase, wasSmall { words += "-" }
      wasSmall = !scalar.properties.isUppercase
      words += String(scalar).lowercased()
    }
    return words.last == "-" ? String(words.dropLast()) : words
  }
}

/// The settings of one node, as far as they have been told.
struct ControlProperties: Hashable {
  /// More than any camera has; what comes on top is not listed.
  private static let maximumCount = 128

  private(set) var properties: [ControlProperty] = []
  private var values: [UInt32: Int] = [:]

  /// All that the node has, with their values; in the order of the known ones, then in its own.
  var controls: [CameraControl] { properties.map(control) }

  /// The descriptions begin anew.
  mutating func forgetDescriptions() { properties = [] }

  /// Takes a description; the first of a name counts.
  mutating func describe(_ info: PodObject) {
    guard properties.count < Self.maximumCount, let property = ControlProperty(info),
      !properties.contains(where: { $0.control.id == property.control.id })
    else { return }
    let rank = Self.rank(property)
    let place = properties.firstIndex { Self.rank($0) > rank } ?? properties.count
    properties.insert(property, at: place)
  }

  private static func rank(_ property: ControlProperty) -> Int {
    KnownProperties.all.firstIndex { $0.property == property.property } ?? .max
  }

  /// Takes the values that a node has now.
  ///
  /// - Returns: the settings whose value is another than before.
  mutating func update(_ parameter: PodObject) -> [CameraControl] {
    let old = values
    for (key, choice) in parameter.properties where KnownProperties.isSetting(key) {
      values[key] = choice.values.first.flatMap(ControlProperty.number)
    }
    return properties.filter { old[$0.property] != values[$0.property] }.map(control)
  }

  /// The setting of a name.
  subscript(id: CameraControl.ID) -> (property: ControlProperty, control: CameraControl)? {
    properties.first { $0.control.id == id }.map { ($0, control($0)) }
  }

  /// The parameter that sets one value (`SPA_PARAM_Props`).
  static func setting(_ property: ControlProperty, to value: Int) -> PodObject {
    PodObject(
      type: UInt32(SPA_TYPE_OBJECT_Props), id: SPA_PARAM_Props.rawValue,
      properties: [property.property: PodChoice(property.pod(value))])
  }

  private func control(_ property: ControlProperty) -> CameraControl {
    var control = property.control
    control.value = values[property.property]
    return control
  }
}
