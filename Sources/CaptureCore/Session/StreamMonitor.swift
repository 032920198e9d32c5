import MediaTypes

/// When the frames of one stream come: written on the back end's thread, read by the engine.
final class StreamMonitor: Sendable {
  private struct Times {
    var startedAt = MediaTime(nanoseconds: .max)
    var lastArrival: MediaTime?
    var lastFrame: MediaTime?
  }

  private let times = Locked(Times())

  /// The stream is about to be started.
  func start(at now: MediaTime) {
    times.withLock { $0.startedAt = now }
  }

  /// What a frame's time means for the start.
  enum Age {
    /// Or for who checks the times of later frames.
    case fresh
    /// From before the start: left over, and never to be shown.
    case leftOver
    /// Said to be from before the start so long after it that the source's clock must be wrong.
    case unbelievable
  }

  /// How long after the start frames may come that were left over.
  static let leftOverLimit = MediaTime.seconds(1)

  /// Whether a frame was captured after the start.
  func age(of time: MediaTime, arrival: MediaTime) -> Age {
    times.withLock { times in
      // What comes after a good frame was not left over, whatever its time.
      if time >= times.startedAt || times.lastFrame != nil { return .fresh }
      return arrival - times.startedAt > Self.leftOverLimit ? .unbelievable : .leftOver
    }
  }

  /// Notes a good frame.
  ///
  /// - Returns: whether it is the first.
  func note(frame time: MediaTime, arrival: MediaTime) -> Bool {
    times.withLock { times in
      defer { (times.lastFrame, times.lastArrival) = (time, arrival) }
      return times.lastFrame == nil
    }
  }

  /// When the latest frame was captured.
  var lastFrame: MediaTime? { times.withLock { $0.lastFrame } }

  /// How long no frame has come, or since the start where none has.
  func quiet(at now: MediaTime) -> MediaTime {
    times.withLock { max(now - ($0.lastArrival ?? min($0.startedAt, now)), .zero) }
  }
}
