import CPipeWire
import MediaTypes

extension PodObject {
  /// The most alternatives that are read of one property.
  static let maximumValueCount = 1024

  /// Copies and reads the object that PipeWire lends to a callback; nil for what is none.
  init?(_ pod: UnsafePointer<spa_pod>?) {
    guard let pod = unsafe pod else { return nil }
    // The size in the header was checked by the library when it took the message apart.
    let count = unsafe MemoryLayout<spa_pod>.size + Int(pod.pointee.size)
    self.init(unsafe Array(UnsafeRawBufferPointer(start: pod, count: count)))
  }

  /// Reads an object; nil for bytes that are none. Properties that do not fit are left out.
  init?(_ bytes: [UInt8]) {
    var reader = PodReader(bytes[...])
    guard let (kind, body) = reader.pod(), kind == SPA_TYPE_Object else { return nil }
    var fields = PodReader(body)
    guard let type = fields.word(), let id = fields.word() else { return nil }
    self.init(type: type, id: id, properties: [:])
    while let key = fields.word(), let flags = fields.word(), let (kind, value) = fields.pod() {
      properties[key] = PodChoice(
        kind: kind, body: value, flags: PodChoice.Flags(rawValue: flags))
    }
  }
}

extension PodChoice {
  fileprivate init?(kind: UInt32, body: ArraySlice<UInt8>, flags: Flags) {
    guard kind == SPA_TYPE_Choice else {
      self.init(.none, [PodValue(kind: kind, body: body)], flags: flags)
      return
    }
    var reader = PodReader(body)
    guard let choice = reader.word(), reader.word() != nil, let size = reader.word(),
      let type = reader.word(), let kind = Kind(rawValue: choice), size > 0
    else { return nil }
    var values: [PodValue] = []
    while values.count < PodObject.maximumValueCount, let value = reader.take(Int(size)) {
      values.append(PodValue(kind: type, body: value))
    }
    guard !values.isEmpty else { return nil }
    self.init(kind, kind == .none ? Array(values.prefix(1)) : values, flags: flags)
  }
}

extension PodValue {
  fileprivate init(kind: UInt32, body: ArraySlice<UInt8>) {
    var reader = PodReader(body)
    switch (Int(kind), reader.word(), reader.word()) {
    case (Int(SPA_TYPE_Id), let word?, _): self = .id(word)
    case (Int(SPA_TYPE_Bool), let word?, _): self = .bool(word != 0)
    case (Int(SPA_TYPE_Int), let word?, _): self = .int(Int32(bitPattern: word))
    case (Int(SPA_TYPE_Long), let low?, let high?):
      self = .long(Int64(bitPattern: UInt64(high) << 32 | UInt64(low)))
    case (Int(SPA_TYPE_Float), let word?, _): self = .float(Float(bitPattern: word))
    case (Int(SPA_TYPE_String), _, _):
      self = .text(String(decoding: body.prefix { $0 != 0 }, as: UTF8.self))
    case (Int(SPA_TYPE_Struct), _, _): self = .structure(Self.members(body))
    case (Int(SPA_TYPE_Rectangle), let width?, let height?):
      self = .rectangle(PixelSize(width: Int(width), height: Int(height)))
    case (Int(SPA_TYPE_Fraction), let numerator?, let denominator?):
      self = .fraction(numerator: numerator, denominator: denominator)
    default: self = .other
    }
  }

  // A structure within a structure is of no use here, and could be nested without end.
  private static func members(_ body: ArraySlice<UInt8>) -> [PodValue] {
    var reader = PodReader(body)
    var values: [PodValue] = []
    while values.count < PodObject.maximumValueCount, let (kind, value) = reader.pod() {
      values.append(
        kind == SPA_TYPE_Struct ? .other : PodValue(kind: kind, body: value))
    }
    return values
  }
}

/// Walks through bytes; nil at the end of them, whatever the sizes within say.
private struct PodReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func word() -> UInt32? {
    take(4)?.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The type and body of the next value; what follows it starts at a multiple of 8.
  mutating func pod() -> (UInt32, ArraySlice<UInt8>)? {
    guard let size = word(), let type = word(), let body = take(Int(size)) else { return nil }
    rest = rest.dropFirst((8 - body.count % 8) % 8)
    return (type, body)
  }
}
