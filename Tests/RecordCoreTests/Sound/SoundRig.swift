import MediaTypes
import SeededRandom

@testable import RecordCore

/// A microphone in virtual time, and what the synchroniser makes of it.
struct SoundRig {
  var spans: MovieSpans
  var synchroniser: SoundSynchroniser
  let start: MediaTime
  private(set) var samples: [Float] = []
  /// Pieces that did not begin where the one before ended.
  private(set) var seams = 0
  /// Whether all samples are kept, or the latest only.
  var keepsAll = true
  private(set) var count: Int64 = 0

  /// - Parameter begins: whether the movie begins at the start; else with `begin`.
  init(rate: Int = 8000, channels: Int = 1, canvas: FrameRate = .fps30, begins: Bool = true) {
    start = .seconds(1000)
    spans = MovieSpans(rate: canvas, start: start)
    synchroniser = SoundSynchroniser(
      format: SoundFormat(sampleRate: rate, channelCount: channels))
    if begins { _ = spans.begin(with: start) }
  }

  mutating func begin(at seconds: Double) {
    _ = spans.begin(with: start + MediaTime(seconds: seconds))
  }

  /// Gives a buffer.
  ///
  /// - Parameters:
  ///   - seconds: its time by its own account, since the start.
  ///   - arrival: when it comes; by default at its end.
  mutating func give(
    _ values: [Float], at seconds: Double, rate: Int, channels: Int = 1, arrival: Double? = nil
  ) {
    guard
      let sound = AudioBuffer(
        samples: values, channelCount: channels, sampleRate: rate,
        presentationTime: start + MediaTime(seconds: seconds))
    else { return }
    let end = seconds + Double(values.count / channels) / Double(rate)
    write(
      synchroniser.take(
        sound, arrival: start + MediaTime(seconds: arrival ?? end), in: spans))
  }

  mutating func hold(at seconds: Double) {
    write(
      synchroniser.hold(
        at: start + MediaTime(seconds: seconds), drainLimit: .milliseconds(500), in: spans))
  }

  mutating func stop(at seconds: Double) {
    spans.close(at: start + MediaTime(seconds: seconds))
    hold(at: seconds + 1)
  }

  private mutating func write(_ pieces: [SoundSynchroniser.Piece]) {
    for piece in pieces {
      if piece.position != count { seams += 1 }
      count = piece.position + Int64(piece.sound.frameCount)
      if keepsAll { samples += piece.sound.samples } else { samples = piece.sound.samples }
    }
  }
}

/// A microphone whose clock is off: what it hears is a function of true time.
struct DriftingMicrophone {
  let rate: Int
  /// How much faster than it should its clock runs.
  let drift: Double
  /// Of the times, in seconds each way.
  var jitter = 0.0
  /// Samples in a buffer.
  var size = 160
  var numbers = SeededNumbers(seed: 1)
  private var taken = 0

  init(rate: Int, drift: Double) {
    self.rate = rate
    self.drift = drift
  }

  /// When its next sample is taken, truly.
  var time: Double { Double(taken) / (Double(rate) * (1 + drift)) }

  /// The next buffer: what is heard, and the time that it claims.
  mutating func next(_ sound: (Double) -> Double) -> (values: [Float], time: Double) {
    let claimed = time + numbers.spread() * jitter
    var values: [Float] = []
    values.reserveCapacity(size)
    for _ in 0..<size {
      values.append(Float(sound(time)))
      taken += 1
    }
    return (values, claimed)
  }
}
