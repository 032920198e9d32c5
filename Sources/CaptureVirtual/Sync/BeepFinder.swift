public import MediaTypes

/// Finds the beeps of the virtual microphone in sound, and the holes in it.
///
/// Feed it the samples of a file from the first on, in pieces of any length, then read `beeps` and
/// `holes`. A beep is a tone of 1 kHz that lasts 20 ms or more; its beginning is told to a fifth of a
/// millisecond in clean sound, to about two after lossy coding.
///
/// The tone is measured over periods of 1 ms by a single bin of the Fourier transform (Goertzel's
/// frequency), averaged over 4 ms.
///
/// *Context*: a plain value; any thread.
public struct BeepFinder: Sendable {
  /// A tone that was found.
  public struct Beep: Hashable, Sendable {
    /// When it begins, in seconds from the first sample.
    public var start: Double
    /// How long it lasts, in seconds.
    public var length: Double
    /// Its amplitude; 1 is full scale.
    public var amplitude: Double
  }

  /// A stretch of silence, which the virtual microphone never has: it hums.
  public struct Hole: Hashable, Sendable {
    /// When it begins, in seconds from the first sample.
    public var start: Double
    /// How long it lasts, in seconds.
    public var length: Double
  }

  /// Quieter than this is no hum any more.
  private static let silence: Float = 0.001
  /// Silence of this length in seconds is a hole.
  private static let leastHole = 0.005
  private static let leastBeep = 0.02
  private static let threshold = 0.1
  private static let averaged = 4

  private let sampleRate: Double
  private let channelCount: Int
  private let wave: [(Float, Float)]
  private var position = 0
  private var sum = (Float(0), Float(0))
  private var periodStart = 0
  private var finished = 0
  private var periods: [(Float, Float)] = []
  private var previous = 0.0
  private var rise: Double?
  private var loudest = 0.0
  private var silentSince: Int?

  /// The beeps that have ended so far.
  public private(set) var beeps: [Beep] = []
  /// The holes that have ended so far.
  public private(set) var holes: [Hole] = []

  /// Makes a finder.
  ///
  /// - Parameter format: of the samples; only the first channel is looked at.
  /// - Returns: nil for a format that is no sound, or too slow for the tone.
  public init?(_ format: SoundFormat) {
    guard format.isValid, format.sampleRate >= 4 * Metronome.pitch else { return nil }
    sampleRate = Double(format.sampleRate)
    channelCount = format.channelCount
    // A second holds whole periods of the tone, so a table of a second at most begins anew seamlessly.
    let length = format.sampleRate / Self.commonDivisor(format.sampleRate, Metronome.pitch)
    wave = (0..<length).map { index in
      let seconds = Double(index) / Double(format.sampleRate)
      let period = 1 / Double(Metronome.pitch)
      return (
        Float(CLibrary.wave(seconds, period: period)),
        Float(CLibrary.wave(seconds + period / 4, period: period))
      )
    }
  }

  /// Takes the samples that follow, interleaved.
  public mutating func add(_ samples: [Float]) {
    var index = 0
    while index < samples.count {
      take(samples[index])
      index += channelCount
    }
  }

  private mutating func take(_ sample: Float) {
    let wave = wave[position % wave.count]
    sum.0 += sample * wave.0
    sum.1 += sample * wave.1
    noteSilence(sample)
    position += 1
    // Periods are counted from the start, so that rates that are no whole kilohertz do not run away.
    let periodEnd = Int(Double(finished + 1) * sampleRate / Double(Metronome.pitch))
    if position >= periodEnd { finishPeriod() }
  }

  private mutating func finishPeriod() {
    let scale = 2 / Float(position - periodStart)
    periods.append((sum.0 * scale, sum.1 * scale))
    if periods.count > Self.averaged { periods.removeFirst() }
    let mean = periods.reduce((Float(0), Float(0))) { ($0.0 + $1.0, $0.1 + $1.1) }
    let squares = Double(mean.0 * mean.0 + mean.1 * mean.1)
    (sum, periodStart, finished) = ((0, 0), position, finished + 1)
    note(squares.squareRoot() / Double(Self.averaged))
  }

  /// Takes the tone's amplitude over the latest periods, whose middle is the moment.
  private mutating func note(_ amplitude: Double) {
    let middle = Double(position) / sampleRate - Double(Self.averaged) / 2 / Double(Metronome.pitch)
    let step = 1 / Double(Metronome.pitch)
    let share = (Self.threshold - previous) / (amplitude - previous)
    if previous < Self.threshold && amplitude >= Self.threshold {
      (rise, loudest) = (middle - step * (1 - share), amplitude)
    } else if let start = rise, previous >= Self.threshold, amplitude < Self.threshold {
      finish(from: start, to: middle - step * (1 - share))
    }
    loudest = max(loudest, amplitude)
    previous = amplitude
  }

  /// The threshold is passed before the middle of the average reaches a beep; by how much its loudness
  /// tells, since the average rises in a straight line.
  private mutating func finish(from start: Double, to end: Double) {
    defer { rise = nil }
    let span = Double(Self.averaged) / Double(Metronome.pitch)
    let early = span * (0.5 - Self.threshold / max(loudest, Self.threshold))
    let beep = Beep(
      start: start + early, length: end - start - 2 * early, amplitude: loudest)
    if beep.length >= Self.leastBeep { beeps.append(beep) }
  }

  private mutating func noteSilence(_ sample: Float) {
    if sample.magnitude < Self.silence {
      silentSince = silentSince ?? position
    } else if let start = silentSince {
      silentSince = nil
      let length = Double(position - start) / sampleRate
      if length >= Self.leastHole {
        holes.append(Hole(start: Double(start) / sampleRate, length: length))
      }
    }
  }

  private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : commonDivisor(other, one % other)
  }
}
