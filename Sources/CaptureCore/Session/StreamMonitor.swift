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

  /// Whether a frame was captured before the start: left over, and never to be shown.
  func isStale(_ time: MediaTime) -> Bool {
    times.withLock { time < $0.startedAt }
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
