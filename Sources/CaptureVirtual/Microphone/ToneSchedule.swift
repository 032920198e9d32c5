import MediaTypes

/// Which samples a virtual microphone has taken by a moment, when they were taken, and what they are.
///
/// Its own clock may run fast or slow: then a nominal second has more or fewer samples than the
/// rate says, as with real converters, while the beeps stay on the monotonic clock's seconds.
struct ToneSchedule: Sendable {
  /// A run of samples that is ready.
  struct Block: Sendable {
    var samples: [Float]
    var time: MediaTime
  }

  /// Late by more than this, sound is lost instead of made up for: after a suspend.
  private static let patience = MediaTime.seconds(1)
  private static let beepAmplitude = 0.5
  private static let humAmplitude = 0.01
  private static let humPitch = 125.0
  /// Rise and fall of a beep, so that it does not click.
  private static let ramp = 0.001

  private let format: SoundFormat
  private let origin: MediaTime
  /// Nanoseconds from a sample to the next.
  private let period: Double
  private let jitter: MediaTime
  private let stalls: [Range<MediaTime>]
  private let blockLength: Int64
  private var position: Int64 = 0
  private var noise: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - origin: when the first sample is taken.
  ///   - drift: parts per million by which its clock runs fast.
  ///   - jitter: by how much the told times are wrong at most.
  ///   - stalls: when no sound comes.
  init(
    format: SoundFormat, origin: MediaTime, drift: Int = 0, jitter: MediaTime = .zero,
    stalls: [Range<MediaTime>] = []
  ) {
    self.format = format
    self.origin = origin
    self.jitter = jitter
    self.stalls = stalls
    period = 1e9 / (Double(format.sampleRate) * (1 + Double(drift) / 1e6))
    blockLength = max(1, Int64(format.sampleRate / 100))
  }

  /// When the next block is complete.
  var next: MediaTime { time(of: position + blockLength) }

  /// Goes to a moment.
  ///
  /// - Returns: the blocks that are complete, and how much sound was lost before them.
  mutating func advance(to now: MediaTime) -> (blocks: [Block], lost: MediaTime) {
    var blocks: [Block] = []
    var lost = skipAges(before: now)
    while next <= now {
      let (start, moment) = (position, time(of: position))
      position += blockLength
      if stalls.contains(where: { $0.contains(moment) }) {
        lost = lost + (time(of: position) - moment)
      } else {
        blocks.append(Block(samples: samples(from: start), time: moment + deviation()))
      }
    }
    return (blocks, lost)
  }

  private mutating func skipAges(before now: MediaTime) -> MediaTime {
    let behind = now - time(of: position)
    guard behind > Self.patience else { return .zero }
    position += Int64(Double(behind.nanoseconds) / period) / blockLength * blockLength
    return behind
  }

  private func time(of position: Int64) -> MediaTime {
    origin + MediaTime(nanoseconds: Int64((Double(position) * period).rounded()))
  }

  private func samples(from start: Int64) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(Int(blockLength) * format.channelCount)
    for index in start..<start + blockLength {
      let sample = Self.sample(at: time(of: index))
      for _ in 0..<format.channelCount { samples.append(sample) }
    }
    return samples
  }

  /// The sound in the room at a moment.
  static func sample(at time: MediaTime) -> Float {
    let nanoseconds = time.nanoseconds % Metronome.second
    let seconds = Double(nanoseconds >= 0 ? nanoseconds : nanoseconds + Metronome.second) / 1e9
    let hum = humAmplitude * CLibrary.wave(seconds, period: 1 / humPitch)
    let remaining = Metronome.beepLength.seconds - seconds
    guard remaining > 0 else { return Float(hum) }
    let gain = min(1, seconds / ramp, remaining / ramp)
    let beep = CLibrary.wave(seconds, period: 1 / Double(Metronome.pitch))
    return Float(hum + beepAmplitude * gain * beep)
  }

  /// A number between minus and plus the jitter, the same ones in each run (Marsaglia's xorshift64).
  private mutating func deviation() -> MediaTime {
    guard jitter > .zero else { return .zero }
    noise ^= noise << 13
    noise ^= noise >> 7
    noise ^= noise << 17
    let span = UInt64(2 * jitter.nanoseconds + 1)
    return MediaTime(nanoseconds: Int64(noise % span) - jitter.nanoseconds)
  }
}
