import MediaTypes

/// What the virtual cameras and microphones have in common: a flash and a beep that begin at each
/// whole second of the clock.
enum Metronome {
  static let second: Int64 = 1_000_000_000
  static let beepLength = MediaTime.milliseconds(80)
  static let flashLength = MediaTime.milliseconds(100)
  /// The beep's pitch in hertz, chosen so that a second holds whole periods.
  static let pitch = 1000

  /// How much of an exposure falls into a flash, 0 to 1: so that its beginning can be told more finely
  /// than in whole frames.
  static func flashShare(from start: MediaTime, exposure: MediaTime) -> Double {
    guard exposure > .zero, start >= .zero else { return 0 }
    let from = start.nanoseconds % second
    let to = from + exposure.nanoseconds
    let first = overlap(from..<to, 0..<flashLength.nanoseconds)
    let next = overlap(from..<to, second..<(second + flashLength.nanoseconds))
    return min(1, Double(first + next) / Double(exposure.nanoseconds))
  }

  private static func overlap(_ one: Range<Int64>, _ other: Range<Int64>) -> Int64 {
    max(0, min(one.upperBound, other.upperBound) - max(one.lowerBound, other.lowerBound))
  }
}
