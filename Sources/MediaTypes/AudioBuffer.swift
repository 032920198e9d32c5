/// A run of sound samples from a microphone, interleaved 32-bit floats between -1 and 1.
///
/// Not for playing: it carries no latency and no device.
public struct AudioBuffer: Sendable {
  /// Samples, channel by channel within each moment.
  public let samples: [Float]
  /// Channels, 1 or more.
  public let channelCount: Int
  /// Moments a second, in hertz.
  public let sampleRate: Int
  /// When the first sample was taken, monotonic.
  public let presentationTime: MediaTime

  /// Makes a buffer.
  ///
  /// - Returns: nil when the samples do not make whole moments, or a number is not positive.
  public init?(
    samples: [Float], channelCount: Int, sampleRate: Int, presentationTime: MediaTime
  ) {
    guard channelCount > 0, sampleRate > 0, samples.count % channelCount == 0 else { return nil }
    self.samples = samples
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    self.presentationTime = presentationTime
  }

  /// Moments in the buffer.
  public var frameCount: Int { samples.count / channelCount }

  /// How long it lasts.
  public var duration: MediaTime {
    MediaTime(seconds: Double(frameCount) / Double(sampleRate))
  }
}
