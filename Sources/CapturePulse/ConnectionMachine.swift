import MediaTypes

/// When to connect to the server, and how long to wait after a failure.
///
/// ```
///           wanted               answered
///     idle ───────▶ connecting ───────────▶ connected
///                    ▲      │ failed, no answer  │ failed
///               time │      ▼                    │
///                   waiting ◀────────────────────┘
/// ```
///
/// A pure value: events in, actions out.
struct ConnectionMachine: Hashable {
  enum State: Hashable {
    case idle
    case connecting(attempt: Int)
    case connected
    case waiting(attempt: Int)
  }

  enum Event: CaseIterable {
    case wanted, answered, failed, timePassed
  }

  enum Action: Hashable {
    case connect
    case disconnect
    /// Send `timePassed` after so long; there is one timer, and this replaces its time.
    case wait(MediaTime)
  }

  private(set) var state = State.idle

  /// How long the server may take to list its sources.
  static let answerLimit = MediaTime.seconds(5)

  /// 0.25 s after the first failure, then twice as long each time, 2 s at most.
  static func delay(attempt: Int) -> MediaTime {
    .milliseconds(min(250 << Int64(min(max(attempt, 0), 8)), 2000))
  }

  mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.idle, .wanted): return connect(attempt: 0)
    case (.connecting, .answered):
      state = .connected
      return []
    case (.connecting(let attempt), .failed), (.connecting(let attempt), .timePassed):
      return wait(attempt: attempt)
    case (.connected, .failed): return wait(attempt: 0)
    case (.waiting(let attempt), .timePassed): return connect(attempt: attempt + 1)
    default: return []
    }
  }

  private mutating func connect(attempt: Int) -> [Action] {
    state = .connecting(attempt: attempt)
    return [.wait(Self.answerLimit), .connect]
  }

  private mutating func wait(attempt: Int) -> [Action] {
    state = .waiting(attempt: attempt)
    return [.disconnect, .wait(Self.delay(attempt: attempt))]
  }
}
