import CaptureCore
import MediaTypes

/// What a stream has said so far.
final class EventLog: Sendable {
  private let log = Locked<[CaptureStreamEvent]>([])

  var handler: CaptureHandler {
    { [self] event in log.withLock { $0.append(event) } }
  }

  var events: [CaptureStreamEvent] { log.withLock { $0 } }

  var frames: [VideoFrame] {
    events.compactMap { event in
      if case .frame(let frame) = event { frame } else { nil }
    }
  }

  var failures: [CaptureError] {
    events.compactMap { event in
      if case .failed(let error) = event { error } else { nil }
    }
  }

  func dropped(_ reason: FrameDropReason) -> Int {
    events.reduce(0) { sum, event in
      if case .dropped(reason, let count) = event { sum + count } else { sum }
    }
  }

  func clear() { log.withLock { $0 = [] } }
}
