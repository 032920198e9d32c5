import MediaTypes

/// An unbroken stretch of sound from a microphone: its samples that are still needed, and their times.
struct SoundRun: Sendable {
  let channels: Int
  /// When the run began; times within it are seconds since then.
  let origin: MediaTime
  private(set) var clock: SoundClock
  /// Interleaved. The kernel's reach lies before the first one, as silence.
  private(set) var samples: [Float]
  /// Place of `samples`' first moment in the run.
  private(set) var first: Int
  /// The place of the moment whose time the clock knows, and that time.
  private var anchor = (index: 0, time: 0.0)

  /// The most seconds of sound that are kept for a movie that has not begun.
  static let longest = 4

  init(_ sound: AudioBuffer, channels: Int, reach: Int) {
    self.channels = channels
    origin = sound.presentationTime
    clock = SoundClock(sampleRate: Double(sound.sampleRate), start: 0)
    first = -reach
    samples = [Float](repeating: 0, count: reach * channels)
    _ = append(sound)
  }

  /// The place after the last moment.
  var end: Int { first + samples.count / channels }

  /// Adds a buffer.
  ///
  /// - Returns: false, and adds nothing, when its time says that it does not belong to this run.
  mutating func append(_ sound: AudioBuffer) -> Bool {
    guard Double(sound.sampleRate) == clock.sampleRate else { return false }
    let index = end
    guard
      clock.take(
        time: (sound.presentationTime - origin).seconds, count: sound.frameCount) == .follows
    else { return false }
    anchor = (index + sound.frameCount, clock.next)
    samples += sound.mixed(to: channels)
    return true
  }

  /// When the moment at a place was taken, in seconds of the run.
  func time(at place: Double) -> Double {
    anchor.time + (place - Double(anchor.index)) * clock.period
  }

  /// The place of a time, in seconds of the run.
  func place(at time: Double) -> Double {
    Double(anchor.index) + (time - anchor.time) / clock.period
  }

  /// Lets go of what lies before a place, and of all that is older than `longest`.
  mutating func trim(before place: Int) {
    let oldest = end - Self.longest * Int(clock.sampleRate)
    let count = max(place, oldest) - first
    // Half of it at a time, since the rest has to move up.
    guard count > end - first - count, count * channels <= samples.count else { return }
    samples.removeFirst(count * channels)
    first += count
  }

  /// Adds silence at the end, so that the last moments can be mixed.
  mutating func close(reach: Int) {
    samples += [Float](repeating: 0, count: reach * channels)
  }
}

extension AudioBuffer {
  /// The samples with another number of channels: one is the mean of all, of more the first are taken,
  /// and one goes to all. What is no number is silence.
  func mixed(to channels: Int) -> [Float] {
    if channels == channelCount { return samples.map { $0.isFinite ? $0 : 0 } }
    var mixed: [Float] = []
    mixed.reserveCapacity(frameCount * channels)
    for moment in 0..<frameCount {
      let start = moment * channelCount
      if channels == 1 {
        let sum = samples[start..<start + channelCount].reduce(0, +)
        mixed.append(sum.isFinite ? sum / Float(channelCount) : 0)
      } else {
        for channel in 0..<channels {
          let value = samples[start + min(channel, channelCount - 1)]
          mixed.append(value.isFinite ? value : 0)
        }
      }
    }
    return mixed
  }
}
