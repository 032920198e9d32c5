import MediaTypes

/// One value of SPA's plain-old-data format, of the kinds that formats are made of.
enum PodValue: Hashable {
  case id(UInt32)
  case int(Int32)
  case rectangle(PixelSize)
  case fraction(numerator: UInt32, denominator: UInt32)
  case ids([UInt32])
  /// A kind that is of no use here.
  case other
}

/// The values that a property may take; the first is the preferred one.
struct PodChoice: Hashable {
  /// `spa_choice_type`.
  enum Kind: UInt32 {
    /// The first value and no other.
    case none
    /// Default, least, greatest.
    case range
    /// Default, least, greatest, step.
    case step
    /// Default, then each alternative (the default among them).
    case enumeration
    /// Default, then each possible flag.
    case flags
  }

  var kind: Kind
  var values: [PodValue]

  init(_ kind: Kind, _ values: [PodValue]) {
    self.kind = kind
    self.values = values
  }

  /// One fixed value.
  init(_ value: PodValue) { self.init(.none, [value]) }

  /// A list of which the first is preferred.
  init(anyOf values: [PodValue]) {
    self.init(.enumeration, values.prefix(1) + values)
  }
}

/// An object of SPA's plain-old-data format: a parameter such as a format, as a value.
///
/// The bytes come from other programs, so that they are read here with every bound checked, and
/// not with the C library's macros, which trust the sizes within. Layout: PipeWire's page "POD".
struct PodObject: Hashable {
  /// `SPA_TYPE_OBJECT_…`.
  var type: UInt32
  /// `SPA_PARAM_…`.
  var id: UInt32
  var properties: [UInt32: PodChoice]

  init(type: UInt32, id: UInt32, properties: [UInt32: PodChoice]) {
    self.type = type
    self.id = id
    self.properties = properties
  }

  subscript(key: UInt32) -> PodChoice? { properties[key] }
}
