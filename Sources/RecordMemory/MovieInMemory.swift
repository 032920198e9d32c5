public import MediaTypes
public import RecordCore

/// A movie that was kept in memory: what was given to its writer, in order.
public struct MovieInMemory: Sendable {
  /// One picture: whose it is and when it was taken. Its pixels are not kept, unless asked for.
  public struct Picture: Sendable {
    /// Its place in the movie.
    public let index: Int64
    /// The camera that took it.
    public let source: CameraID
    /// The camera's count of it.
    public let sequence: UInt64
    /// When it was taken.
    public let time: MediaTime
    /// Its size as it came.
    public let size: PixelSize
    /// Its format as it came.
    public let format: PixelFormat
    /// Whether it is the one before once more.
    public let isHeld: Bool
  }

  /// What it was to be.
  public let settings: MovieSettings
  /// Its pictures, in order.
  public internal(set) var pictures: [Picture] = []
  /// Its sound, interleaved.
  public internal(set) var samples: [Float] = []
  /// How often the quality was lowered.
  public internal(set) var qualitySteps = 0
  /// What the writer was asked for against the rules of `MovieWriter`; none of it was taken.
  public internal(set) var violations: [String] = []

  init(settings: MovieSettings) {
    self.settings = settings
  }

  /// Samples of sound in each channel.
  public var soundSampleCount: Int64 {
    Int64(samples.count / max(settings.sound?.channelCount ?? 1, 1))
  }
}
