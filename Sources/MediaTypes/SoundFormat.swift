/// How many samples a second of how many channels sound has; the samples are 32-bit floats,
/// interleaved, between -1 and 1.
///
/// *Context*: a plain value; any thread.
public struct SoundFormat: Hashable, Sendable, CustomStringConvertible {
  /// Moments a second, in hertz.
  public var sampleRate: Int
  /// Samples in a moment.
  public var channelCount: Int

  /// Makes a format; nothing is checked, see `isValid`.
  public init(sampleRate: Int = 48_000, channelCount: Int = 2) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// Rates that are sound, in hertz: from the telephone's half to what converters do at most.
  public static let sampleRates = 4_000...384_000
  /// Channels that are taken: as many as a mixing desk sends at most.
  public static let channelCounts = 1...64

  /// Whether both numbers are within `sampleRates` and `channelCounts`: other programs and drivers
  /// say anything.
  public var isValid: Bool {
    Self.sampleRates.contains(sampleRate) && Self.channelCounts.contains(channelCount)
  }

  /// How long so many moments last.
  ///
  /// - Parameter frameCount: moments; may be negative.
  /// - Returns: exact to a nanosecond; zero when the rate is none.
  public func duration(of frameCount: Int64) -> MediaTime {
    guard sampleRate > 0 else { return .zero }
    let (seconds, rest) = frameCount.quotientAndRemainder(dividingBy: Int64(sampleRate))
    return MediaTime.seconds(seconds)
      + MediaTime(nanoseconds: rest * 1_000_000_000 / Int64(sampleRate))
  }

  /// How many whole moments a length has, rounded down; zero for a negative one.
  public func frameCount(in length: MediaTime) -> Int64 {
    guard length > .zero, sampleRate > 0 else { return 0 }
    let (seconds, rest) = length.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int64(sampleRate))
    return overflow ? .max : whole + rest * Int64(sampleRate) / 1_000_000_000
  }

  /// As people write it: `48000 Hz, 2 channels`.
  public var description: String {
    "\(sampleRate) Hz, \(channelCount) \(channelCount == 1 ? "channel" : "channels")"
  }
}
