public import MediaTypes

/// Gives each buffer of a microphone the time of its first sample, on a line as steady as the
/// converter's clock.
///
/// What a back end measures (the time now, less the latency) jitters by the scheduling of programs, while
/// samples follow each other exactly. So a buffer follows the one before, and the difference to what
/// was measured is taken in slowly; one that is too far ahead for jitter is a hole.
///
/// *Context*: a plain value; any thread.
public struct SoundTimeline: Hashable, Sendable {
  /// A buffer's place.
  public struct Place: Hashable, Sendable {
    /// When its first sample was taken.
    public var time: MediaTime
    /// How much sound is missing before it; zero as a rule.
    public var gap: MediaTime
  }

  /// The share of a difference that is taken in with a buffer: a clock that is 500 ppm off then lags
  /// by 0.2 ms in buffers of 20 ms.
  static let gain = 0.05
  /// More than this ahead is a hole.
  static let tolerance = MediaTime.milliseconds(40)

  private let format: SoundFormat
  /// Where the last buffer ended.
  private var end: MediaTime?

  /// Makes a line that begins with the first buffer.
  public init(format: SoundFormat) {
    self.format = format
  }

  /// Places the next buffer.
  ///
  /// - Parameters:
  ///   - frameCount: its moments.
  ///   - measured: when its first sample was taken, as far as the back end can tell.
  ///   - isAfterLoss: whether the back end knows that sound was lost before it.
  public mutating func place(
    frameCount: Int, measured: MediaTime, isAfterLoss: Bool = false
  ) -> Place {
    let length = format.duration(of: Int64(frameCount))
    var place = Place(time: measured, gap: .zero)
    if let end {
      let difference = measured - end
      if difference > Self.tolerance || (isAfterLoss && difference > .zero) {
        place.gap = difference
      } else {
        // Not so far back that the time would stand still, however wrong the measure is.
        let shift = MediaTime(seconds: difference.seconds * Self.gain)
        place.time = end + max(shift, MediaTime(nanoseconds: -length.nanoseconds / 4))
      }
    }
    end = place.time + length
    return place
  }

  /// Places the next buffer, and tells a handler of it: first of the hole before it, if there is one.
  ///
  /// - Parameters:
  ///   - samples: whole moments, the channels interleaved.
  ///   - measured: as for `place`.
  ///   - isAfterLoss: as for `place`.
  ///   - handler: called at once.
  package mutating func deliver(
    _ samples: [Float], measured: MediaTime, isAfterLoss: Bool, to handler: MicrophoneHandler
  ) {
    let place = self.place(
      frameCount: samples.count / format.channelCount, measured: measured, isAfterLoss: isAfterLoss)
    if place.gap > .zero { handler(.gap(place.gap)) }
    let sound = AudioBuffer(
      samples: samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
      presentationTime: place.time)
    if let sound { handler(.sound(sound)) }
  }
}
