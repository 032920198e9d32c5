public import MediaTypes

/// Measures how loud each channel is: peak and mean over windows of 50 ms, and a peak that is held.
///
/// Feeding it allocates nothing, except when the format changes.
///
/// *Context*: a plain value; any thread.
public struct SoundLevelMeter: Sendable {
  private struct Channel {
    var peak: Float = 0
    var squares: Float = 0
    var level = (peak: Float(0), meanSquare: Float(0))
    var held = (amplitude: Float(0), at: MediaTime.zero)
  }

  /// How much sound one value stands for.
  public static let window = MediaTime.milliseconds(50)
  /// How long a peak is held.
  public static let hold = MediaTime.milliseconds(1500)
  /// Sound this old is no level of now.
  private static let staleness = MediaTime.milliseconds(500)
  /// How fast a held peak falls, in decibels a second.
  private static let fall: Float = 20

  private var format = SoundFormat(sampleRate: 0, channelCount: 0)
  private var channels: [Channel] = []
  /// Moments of the window that is being filled.
  private var filled = 0
  private var windowLength = 1
  private var lastSound = MediaTime.zero

  /// Makes a meter that shows silence.
  public init() {}

  /// Forgets all, for another microphone.
  ///
  /// - Parameter format: of the buffers to come; one that is not valid has no channels.
  public mutating func reset(_ format: SoundFormat) {
    let channelCount = format.isValid ? format.channelCount : 0
    self.format = format
    channels = Array(repeating: Channel(), count: channelCount)
    windowLength = max(1, Int(format.frameCount(in: Self.window)))
    filled = 0
  }

  /// Measures a buffer; one of another format begins anew.
  public mutating func measure(_ sound: AudioBuffer) {
    if sound.format != format { reset(sound.format) }
    guard !channels.isEmpty else { return }
    lastSound = sound.presentationTime + sound.duration
    var next = 0
    let count = sound.frameCount
    while next < count {
      let end = min(count, next + windowLength - filled)
      add(sound.samples, moments: next..<end)
      filled += end - next
      next = end
      if filled >= windowLength { finishWindow() }
    }
  }

  /// The level of each channel.
  ///
  /// - Parameter now: the current time; with no sound for half a second all is silence.
  public func levels(at now: MediaTime) -> [SoundLevel] {
    channels.map { channel in
      guard now - lastSound < Self.staleness else { return .silence }
      let falling = max(.zero, now - channel.held.at - Self.hold)
      let held = SoundLevel.decibels(channel.held.amplitude) - Self.fall * Float(falling.seconds)
      let peak = SoundLevel.decibels(channel.level.peak)
      return SoundLevel(
        peak: peak, rms: SoundLevel.decibels(channel.level.meanSquare.squareRoot()),
        held: max(peak, held))
    }
  }

  private mutating func add(_ samples: [Float], moments: Range<Int>) {
    let channelCount = channels.count
    for index in channels.indices {
      var (peak, squares) = (channels[index].peak, channels[index].squares)
      var position = moments.lowerBound * channelCount + index
      for _ in moments {
        let sample = samples[position]
        peak = max(peak, sample.magnitude)
        squares += sample * sample
        position += channelCount
      }
      (channels[index].peak, channels[index].squares) = (peak, squares)
    }
  }

  private mutating func finishWindow() {
    for index in channels.indices {
      let channel = channels[index]
      channels[index].level = (channel.peak, channel.squares / Float(filled))
      let isOver = lastSound - channel.held.at > Self.hold
      if channel.peak >= channel.held.amplitude || isOver {
        channels[index].held = (channel.peak, lastSound)
      }
      (channels[index].peak, channels[index].squares) = (0, 0)
    }
    filled = 0
  }
}

extension AudioBuffer {
  /// Rate and channels.
  public var format: SoundFormat {
    SoundFormat(sampleRate: sampleRate, channelCount: channelCount)
  }
}
