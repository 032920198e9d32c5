import MediaTypes

/// What the faults of a script do to the pictures of one stream.
struct PictureFaults: Sendable {
  private struct Window: Sendable {
    let damage: FaultScript.Damage
    let range: Range<MediaTime>
  }

  private struct Step: Sendable {
    let moment: MediaTime
    let length: MediaTime
  }

  private let origin: MediaTime
  private var windows: [Window] = []
  private var steps: [Step] = []
  private var drift = 0
  private var jitter = MediaTime.zero
  /// How long after it was taken each picture comes.
  private(set) var lateness = MediaTime.zero

  /// - Parameter origin: the moment from which the faults count.
  init(_ faults: [FaultScript.Fault] = [], origin: MediaTime = .zero) {
    self.origin = origin
    for fault in faults {
      switch fault {
      case .damage(let damage, let moment, let length):
        windows.append(Window(damage: damage, range: (origin + moment).lasting(length)))
      case .clock(let moment, let step):
        steps.append(Step(moment: origin + moment, length: step))
      case .late(let length): lateness = max(length, .zero)
      case .drift(let partsPerMillion): drift = partsPerMillion
      case .jitter(let length): jitter = max(length, .zero)
      default: break
      }
    }
  }

  /// What is wrong with a picture that is taken at a time.
  func damage(at time: MediaTime) -> FaultScript.Damage? {
    windows.first { $0.range.contains(time) }?.damage
  }

  /// When a picture is said to have been taken.
  ///
  /// - Parameters:
  ///   - time: when it was.
  ///   - sequence: its number, which decides the jitter, so that each run is the same.
  func claimed(_ time: MediaTime, sequence: UInt64) -> MediaTime {
    let elapsed = time - origin
    let drifted = MediaTime(seconds: elapsed.seconds * Double(drift) / 1e6)
    let stepped = steps.reduce(drifted) { $1.moment <= time ? $0 + $1.length : $0 }
    return time + stepped + deviation(sequence)
  }

  /// Between minus and plus the jitter (Steele and others' splitmix64 of the number).
  private func deviation(_ sequence: UInt64) -> MediaTime {
    guard jitter > .zero else { return .zero }
    var mixed = sequence &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    let share = Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    return MediaTime(seconds: jitter.seconds * (2 * share - 1))
  }
}

extension MediaTime {
  /// From this moment on for a length; no time at all when that is negative.
  func lasting(_ length: MediaTime) -> Range<MediaTime> { self..<max(self, self + length) }
}
