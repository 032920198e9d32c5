public import MediaTypes

/// When a recording says that the disk fills up, when it ends for that, and how long it waits.
public struct TakeLimits: Hashable, Sendable {
  /// Fewer free bytes than this are a warning.
  public var diskWarning: Int64
  /// Fewer free bytes than this end the recording, well: what is left is needed to finish the file.
  public var diskEnd: Int64
  /// How long frames and sound from before a pause or the stop are waited for. Stabilised video comes
  /// up to two seconds late; a camera that sends on ends the wait at once.
  public var drain: MediaTime

  /// Makes limits.
  public init(
    diskWarning: Int64 = 500_000_000, diskEnd: Int64 = 50_000_000,
    drain: MediaTime = .milliseconds(500)
  ) {
    self.diskWarning = diskWarning
    self.diskEnd = diskEnd
    self.drain = drain
  }
}

/// How a recording is doing, for a person to see: one consistent snapshot.
public struct TakeProgress: Hashable, Sendable {
  /// What goes on.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The first frame is awaited.
    case waiting
    /// Frames go into the movie.
    case recording
    /// Nothing goes into the movie until it is resumed.
    case paused
    /// It was stopped, and the file is being finished.
    case finishing
    /// The file is finished or discarded.
    case finished
  }

  /// What goes on.
  public internal(set) var phase = Phase.waiting
  /// When the movie's first picture was captured, monotonic; nil before it is there.
  public internal(set) var start: MediaTime?
  /// How long the movie is so far.
  public internal(set) var duration = MediaTime.zero
  /// Bytes in the file so far.
  public internal(set) var byteCount: Int64 = 0
  /// Pictures in the movie so far.
  public internal(set) var frameCount: Int64 = 0
  /// Frames that cameras sent and that are not in the movie, but for those that it has no place for.
  public internal(set) var droppedCount = 0
  /// How often the quality went down.
  public internal(set) var qualitySteps = 0
  /// Free bytes on the disk; nil when nobody can say.
  public internal(set) var freeBytes: Int64?
  /// What the person should know while it goes on; nil when all is well.
  public internal(set) var warning: RecordError?

  /// Nothing so far.
  public init() {}
}
