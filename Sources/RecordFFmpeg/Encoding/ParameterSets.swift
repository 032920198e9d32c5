/// The parameter sets of an H.264 stream, which a decoder needs before the first picture.
///
/// Bytes in the form of ITU-T H.264 annex B: units that begin with 0 0 1.
enum ParameterSets {
  /// Finds the units of the types 7 (sequence) and 8 (picture), each behind a start code of its own.
  ///
  /// - Returns: nothing when one of the two is missing.
  static func find(in stream: Span<UInt8>) -> [UInt8] {
    var found: [UInt8] = []
    var types: Set<UInt8> = []
    var index = 0
    while let unit = nextUnit(in: stream, from: index) {
      index = unit.upperBound
      guard !unit.isEmpty else { continue }
      let type = stream[unit.lowerBound] & 0x1f
      guard type == 7 || type == 8 else { continue }
      types.insert(type)
      found += [0, 0, 0, 1]
      for place in unit { found.append(stream[place]) }
    }
    return types.count == 2 ? found : []
  }

  /// The bytes of the next unit, without its start code and the zeros behind it.
  private static func nextUnit(in stream: Span<UInt8>, from start: Int) -> Range<Int>? {
    guard let begin = startCode(in: stream, from: start) else { return nil }
    let first = begin + 3
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
