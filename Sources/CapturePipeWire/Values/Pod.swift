import MediaTypes

/// One value of SPA's plain-old-data format, of the kinds that formats and settings are made of.
enum PodValue: Hashable, Sendable {
  case id(UInt32)
  case bool(Bool)
  case int(Int32)
  case long(Int64)
  case float(Float)
  case text(String)
  case rectangle(PixelSize)
  case fraction(numerator: UInt32, denominator: UInt32)
  case ids([UInt32])
  /// Values of different kinds one after another; none in it are structures again.
  case structure([PodValue])
  /// A kind that is of no use here.
  case other
}

/// The values that a property may take; the first is the preferred one.
struct PodChoice: Hashable, Sendable {
  /// `spa_choice_type`.
  enum Kind: UInt32, Sendable {
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

  /// `SPA_POD_PROP_FLAG_…` of the property that has the choice.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    /// The other side must know the property, or the whole object does not fit.
    static let mandatory = Flags(rawValue: 1 << 3)
    /// Who allocates the memory picks one of the values.
    static let staysOpen = Flags(rawValue: 1 << 4)
  }

  var kind: Kind
  var values: [PodValue]
  var flags: Flags

  init(_ kind: Kind, _ values: [PodValue], flags: Flags = []) {
    self.kind = kind
    self.values = values
    self.flags = flags
  }

  /// One fixed value.
  init(_ value: PodValue) { self.init(.none, [value]) }

  /// A list of which the first is preferred.
  init(anyOf values: [PodValue], flags: Flags = []) {
    self.init(.enumeration, values.prefix(1) + values, flags: flags)
  }
}

/// An object of SPA's plain-old-data format: a parameter such as a format, as a value.
///
/// The bytes come from other programs, so that they are read here with every bound checked, and
/// not with the C library's macros, which trust the sizes within. Layout: PipeWire's page "POD".
struct PodObject: Hashable, Sendable {
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
