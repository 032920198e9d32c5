import CPipeWire
import MediaTypes

extension PodObject {
  /// The object's bytes, as `PodObject.init` reads them; their number is a multiple of 8.
  var bytes: [UInt8] {
    var body = PodObject.words([type, id])
    for (key, choice) in properties.sorted(by: { $0.key < $1.key }) {
      body += Self.words([key, choice.flags.rawValue]) + choice.bytes
    }
    return Self.pod(UInt32(SPA_TYPE_Object), body)
  }

  fileprivate static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
  }

  fileprivate static func pod(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    let padding = (8 - body.count % 8) % 8
    return words([UInt32(body.count), type]) + body + [UInt8](repeating: 0, count: padding)
  }
}

extension PodObject {
  /// Lends objects to a call of PipeWire's, which copies them; the pointers are good for the call
  /// only.
  static func withPointers<Result>(
    to objects: [PodObject], _ body: (UnsafeMutableBufferPointer<UnsafePointer<spa_pod>?>) -> Result
  ) -> Result {
    let encoded = objects.map(\.bytes)
    // Whole words, since PipeWire reads its objects at multiples of 8.
    let words = encoded.joined().count / 8
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: max(words, 1)) {
      memory in
      let bytes = UnsafeMutableRawBufferPointer(memory)
      var offset = 0
      var pods = unsafe encoded.map { object -> UnsafePointer<spa_pod>? in
        defer { offset += object.count }
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
        unsafe place.copyBytes(from: object)
        return unsafe UnsafePointer(place.baseAddress?.assumingMemoryBound(to: spa_pod.self))
      }
      return unsafe pods.withUnsafeMutableBufferPointer { unsafe body($0) }
    }
  }
}

extension PodChoice {
  fileprivate var bytes: [UInt8] {
    let bodies = values.map(\.body)
    guard let first = bodies.first, let type = values.first?.type else { return [] }
    if kind == .none { return PodObject.pod(type, first) }
    let header = PodObject.words([kind.rawValue, 0, UInt32(first.count), type])
    return PodObject.pod(UInt32(SPA_TYPE_Choice), header + bodies.joined())
  }
}

extension PodValue {
  fileprivate var type: UInt32 {
    switch self {
    case .id: UInt32(SPA_TYPE_Id)
    case .bool: UInt32(SPA_TYPE_Bool)
    case .int: UInt32(SPA_TYPE_Int)
    case .long: UInt32(SPA_TYPE_Long)
    case .float: UInt32(SPA_TYPE_Float)
    case .text: UInt32(SPA_TYPE_String)
    case .structure: UInt32(SPA_TYPE_Struct)
    case .rectangle: UInt32(SPA_TYPE_Rectangle)
    case .fraction: UInt32(SPA_TYPE_Fraction)
    case .ids: UInt32(SPA_TYPE_Array)
    case .other: UInt32(SPA_TYPE_None)
    }
  }

  fileprivate var body: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8) + [0]
    case .structure(let members): members.flatMap { PodObject.pod($0.type, $0.body) }
    default: PodObject.words(words)
    }
  }

  private var words: [UInt32] {
    switch self {
    case .id(let value): [value]
    case .bool(let value): [value ? 1 : 0]
    case .int(let value): [UInt32(bitPattern: value)]
    case .long(let value):
      [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    case .float(let value): [value.bitPattern]
    case .rectangle(let size):
      [UInt32(clamping: size.width), UInt32(clamping: size.height)]
    case .fraction(let numerator, let denominator): [numerator, denominator]
    case .ids(let values): [4, UInt32(SPA_TYPE_Id)] + values
    case .text, .structure, .other: []
    }
  }
}
