import SeededRandom

/// Changes an input a little, as chance has it; the seed makes every run the same.
struct Mutation {
  private var numbers: SeededNumbers
  private static let longest = 4096
  /// Bytes that parsers take for something.
  private static let telling: [UInt8] =
    [0, 1, 0x7f, 0x80, 0xfe, 0xff] + Array("\n\"\\/.,:=@-~$".utf8)

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  /// An input that is near one of the corpus.
  mutating func input(from corpus: [[UInt8]]) -> [UInt8] {
    var bytes = corpus.randomElement(using: &numbers) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &numbers) { change(&bytes, corpus) }
    return Array(bytes.prefix(Self.longest))
  }

  private mutating func change(_ bytes: inout [UInt8], _ corpus: [[UInt8]]) {
    let place = Int.random(in: 0...bytes.count, using: &numbers)
    let end = min(bytes.count, place + Int.random(in: 1...16, using: &numbers))
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
    case 1 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &numbers)
    case 2 where place < bytes.count: bytes[place] = telling()
    case 3: bytes.insert(telling(), at: place)
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 6:
      // The beginning of this with the end of another.
      let other = corpus.randomElement(using: &numbers) ?? []
      bytes = bytes[..<place] + other.suffix(Int.random(in: 0...other.count, using: &numbers))
    default:
      for index in place..<min(bytes.count, place + 4) { bytes[index] = telling() }
    }
  }

  private mutating func telling() -> UInt8 { Self.telling.randomElement(using: &numbers) ?? 0 }
}
