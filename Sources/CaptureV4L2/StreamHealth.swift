import MediaTypes

/// Decides when a stream without pictures is restarted, and when it is given up.
///
/// ```
///   waiting for the first frame ──frame──▶ steady
///        │ silence, fault                    │ silence, fault
///        ▼                                   ▼
///   restart 1, 2, 3 with growing pauses ── another ──▶ give up
///        └── `steadyCount` frames in a row, or a sleep of the machine: the count starts anew
/// ```
struct StreamHealth: Sendable {
  /// What to do about silence or a fault.
  enum Action: Hashable, Sendable {
    /// Stop and start the pictures after a pause.
    case restart(after: MediaTime)
    /// Nothing helps.
    case giveUp
  }

  private let period: MediaTime
  private var restarts = 0
  private var framesInARow = 0

  /// - Parameter rate: the camera's; nil when it does not say.
  init(rate: FrameRate?) {
    period = rate?.frameDuration ?? .milliseconds(100)
  }

  /// How long to wait for a picture: many frame periods, since cameras halve their rate in the dark,
  /// and longer for the first one, since they also take their time to start.
  var patience: MediaTime {
    let periods = MediaTime(nanoseconds: 15 * period.nanoseconds)
    return max(periods, framesInARow == 0 ? .milliseconds(2500) : .seconds(1))
  }

  /// A picture came.
  mutating func frameCame() {
    framesInARow += 1
    if framesInARow >= Self.steadyCount { restarts = 0 }
  }

  /// The machine slept: cameras take as long as at a start, and may need as many restarts.
  mutating func woke() {
    framesInARow = 0
    restarts = 0
  }

  /// No picture came in time, or a request failed though the device is still there.
  mutating func failed() -> Action {
    framesInARow = 0
    guard restarts < Self.restartLimit else { return .giveUp }
    restarts += 1
    return .restart(after: .milliseconds(50 << Int64(2 * (restarts - 1))))
  }

  static let restartLimit = 3
  static let steadyCount = 10
}
