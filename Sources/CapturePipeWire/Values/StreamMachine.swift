import CaptureCore

/// The life of one opened camera.
///
///     opening ──▶ open ──▶ starting ──▶ streaming
///        └─────────┴──────────┴─────────────┴──▶ ended
///
/// PipeWire agrees on a format only with a stream that is active, so that the camera runs from
/// `opening` on; its pictures are given back unseen until `starting`.
///
/// A pure value: events in, actions out.
struct StreamMachine: Hashable {
  enum State: Hashable {
    /// The format is being negotiated.
    case opening
    /// The format is agreed; pictures may already flow.
    case open(isFlowing: Bool)
    /// Somebody wants pictures; none flow yet.
    case starting
    /// Pictures flow.
    case streaming
    /// For the reason that a later start is refused with.
    case ended(CaptureError)
  }

  enum Event: Hashable {
    /// Both sides agreed on a format, the first time or anew.
    case agreed(CameraFormat)
    /// PipeWire lets the pictures flow.
    case flowing
    /// Somebody wants pictures.
    case startWanted
    /// Nobody wants pictures any more.
    case stopWanted
    /// The other side is gone or failed.
    case failed(CaptureError)
    /// PipeWire ended the stream, though the camera is there.
    case interrupted(CaptureError)
    /// The time for a step is over; the error says so.
    case timePassed(CaptureError)
  }

  enum Action: Hashable {
    /// Ask PipeWire for the camera once more.
    case connect
    case answerOpen(CaptureError?)
    case answerStart(CaptureError?)
    /// Send `timePassed` when the next step takes too long.
    case startTimer
    case stopTimer
    case tellFormat(CameraFormat)
    case tellFailure(CaptureError)
    /// Give the camera back.
    case release
  }

  /// A camera that has just been given back may be refused for a moment, while the session manager
  /// takes the old link apart: it links a stream that must not be moved once, and does not try again.
  static let attempts = 8

  private(set) var state = State.opening
  private var attempt = 1
  private var format: CameraFormat?

  /// Whether frames go to the handler.
  var wantsFrames: Bool { state == .starting || state == .streaming }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .agreed(let format): return agreed(format)
    case .flowing: return flowing()
    case .startWanted: return startWanted()
    case .stopWanted: return ended(Fault.closed, tells: false)
    case .failed(let error): return ended(error, tells: true)
    case .interrupted(let error):
      guard state == .opening, attempt < Self.attempts else { return ended(error, tells: true) }
      attempt += 1
      return [.connect]
    case .timePassed(let error):
      return [.opening, .starting].contains(state) ? ended(error, tells: true) : []
    }
  }

  private mutating func agreed(_ format: CameraFormat) -> [Action] {
    defer { self.format = format }
    switch state {
    case .opening:
      state = .open(isFlowing: false)
      return [.stopTimer, .answerOpen(nil)]
    case .starting, .streaming: return format == self.format ? [] : [.tellFormat(format)]
    case .open, .ended: return []
    }
  }

  private mutating func flowing() -> [Action] {
    switch state {
    case .open:
      state = .open(isFlowing: true)
      return []
    case .starting:
      state = .streaming
      return [.stopTimer, .answerStart(nil)]
    case .opening, .streaming, .ended: return []
    }
  }

  private mutating func startWanted() -> [Action] {
    switch state {
    case .open(isFlowing: true):
      state = .streaming
      return [.answerStart(nil)]
    case .open(isFlowing: false):
      state = .starting
      return [.startTimer]
    case .ended(let error): return [.answerStart(error)]
    case .opening, .starting, .streaming: return [.answerStart(Fault.startedTwice)]
    }
  }

  private mutating func ended(_ error: CaptureError, tells: Bool) -> [Action] {
    let old = state
    if case .ended = old { return [] }
    state = .ended(error)
    switch old {
    case .opening: return [.stopTimer, .answerOpen(error), .release]
    case .starting: return [.stopTimer, .answerStart(error), .release]
    case .streaming: return (tells ? [.tellFailure(error)] : []) + [.release]
    case .open, .ended: return [.release]
    }
  }
}
