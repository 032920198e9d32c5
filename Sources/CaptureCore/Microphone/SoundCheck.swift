import MediaTypes

/// Looks at each buffer of a microphone before anybody hears it: samples must be numbers, times must
/// run forwards and not lie in the future. Back ends get both from other programs and from drivers.
struct SoundCheck: Sendable {
  /// Sound that may go on.
  struct Checked {
    var sound: AudioBuffer
    var isRepaired: Bool
  }

  /// Times this far ahead of the clock are wrong; a little ahead they are rounded.
  private static let tolerance = MediaTime.milliseconds(200)
  /// Louder than this is no sound of a converter, whatever its gain.
  private static let loudest: Float = 16

  let format: SoundFormat
  private var end: MediaTime?
  private var start: MediaTime?

  init(format: SoundFormat) {
    self.format = format
  }

  /// Checks the next buffer.
  ///
  /// - Returns: nil for an empty one, or one in another format than the stream's.
  mutating func check(_ sound: AudioBuffer, now: MediaTime) -> Checked? {
    guard sound.format == format, !sound.samples.isEmpty else { return nil }
    let isClean = sound.samples.allSatisfy { $0.magnitude <= Self.loudest }
    let time = checkedTime(sound.presentationTime, now: now)
    start = time
    end = time + sound.duration
    if isClean && time == sound.presentationTime { return Checked(sound: sound, isRepaired: false) }
    let samples = isClean ? sound.samples : sound.samples.map(Self.cleaned)
    return AudioBuffer(
      samples: samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
      presentationTime: time
    ).map { Checked(sound: $0, isRepaired: true) }
  }

  /// A time that cannot be is replaced by where the last buffer ended.
  private func checkedTime(_ time: MediaTime, now: MediaTime) -> MediaTime {
    let isPast = start.map { time > $0 } ?? true
    if isPast && time <= now + Self.tolerance { return time }
    return min(end ?? now, now + Self.tolerance)
  }

  private static func cleaned(_ sample: Float) -> Float {
    guard sample.isFinite else { return 0 }
    return min(max(sample, -loudest), loudest)
  }
}
