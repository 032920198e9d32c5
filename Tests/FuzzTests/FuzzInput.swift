/// Takes an input apart, from the front; zeros when nothing is left, so that every input is one.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number, lowest byte first.
  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(truncatingIfNeeded: byte()) << (8 * $1) }
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return taken
  }

  /// The lines that are left, as text; bytes that are no UTF-8 are replaced, as everywhere in the project.
  mutating func lines() -> [String] {
    let lines = rest.split(separator: 10, omittingEmptySubsequences: false)
    rest = []
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// One of a list, by the next byte.
  mutating func one<Value>(of list: [Value]) -> Value { list[Int(byte()) % list.count] }
}
