/// The beginning of a piece of an H.264 stream: what a decoder has to know, and what kind of picture comes.
///
/// Bytes in the form of ITU-T H.264, annex B: units that begin with 0 0 1. They are hostile. Reading ends
/// with the first slice, so that the size of a picture does not matter.
package struct H264Units: Hashable, Sendable {
  /// The units of the types 7 (sequence parameter set) and 8 (picture parameter set), each behind a start
  /// code of its own; empty when one of the two is missing.
  package private(set) var parameterSets: [UInt8] = []
  /// Whether an IDR picture comes: the first slice is of type 5.
  package private(set) var isStart = false
  /// The profile of the first sequence parameter set.
  package private(set) var profile: UInt8 = 0
  /// The numbers of all parameter sets of both types; nil when one cannot be read.
  package private(set) var identities: Set<UInt32>? = []

  /// Reads a piece in an array.
  package init(_ bytes: [UInt8]) { self.init(bytes.span) }

  /// Reads a piece.
  package init(_ stream: Span<UInt8>) {
    var types: Set<UInt8> = []
    var index = 0
    while let unit = Self.nextUnit(in: stream, from: index) {
      index = unit.upperBound
      guard !unit.isEmpty else { continue }
      let type = stream[unit.lowerBound] & 0x1f
      if (1...5).contains(type) {
        isStart = type == 5
        break
      }
      guard type == 7 || type == 8 else { continue }
      if type == 7, !types.contains(7), unit.count > 1 { profile = stream[unit.lowerBound + 1] }
      types.insert(type)
      note(Self.identity(of: unit, type: type, in: stream))
      parameterSets += [0, 0, 0, 1]
      for place in unit { parameterSets.append(stream[place]) }
    }
    if types.count < 2 { parameterSets = [] }
  }

  private mutating func note(_ identity: UInt32?) {
    guard let identity else { return identities = nil }
    identities?.insert(identity)
  }

  /// A set's own number, an Exp-Golomb code (7.3.2.1.1, 7.3.2.2, 9.1): behind profile and level, or at once.
  private static func identity(
    of unit: Range<Int>, type: UInt8, in stream: Span<UInt8>
  ) -> UInt32? {
    let code = unit.dropFirst(type == 7 ? 4 : 1)
    var zeros = 0
    while zeros < 16, bit(zeros, of: code, in: stream) == 0 { zeros += 1 }
    var value: UInt32 = 0
    for number in zeros...2 * zeros {
      guard let next = bit(number, of: code, in: stream) else { return nil }
      value = value << 1 | next
    }
    return value > 0 ? value - 1 : nil
  }

  private static func bit(_ number: Int, of code: Range<Int>, in stream: Span<UInt8>) -> UInt32? {
    let place = code.lowerBound + number / 8
    return code.contains(place) ? UInt32(stream[place] >> UInt8(7 - number % 8) & 1) : nil
  }

  /// The bytes of the next unit, without its start code and the zeros behind it.
  private static func nextUnit(in stream: Span<UInt8>, from start: Int) -> Range<Int>? {
    guard let begin = startCode(in: stream, from: start) else { return nil }
    let first = begin + 3
    // A slice is not looked through.
    if first < stream.count, (1...5).contains(stream[first] & 0x1f) { return first..<stream.count }
    var end = startCode(in: stream, from: first) ?? stream.count
    while end > first, stream[end - 1] == 0 { end -= 1 }
    return first..<end
  }

  private static func startCode(in stream: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + 3 <= stream.count {
      if stream[index] == 0, stream[index + 1] == 0, stream[index + 2] == 1 { return index }
      index += 1
    }
    return nil
  }
}
