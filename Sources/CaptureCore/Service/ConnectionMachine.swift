package import MediaTypes

/// When to connect to a service that runs by itself, a daemon, and how long to wait after a failure.
///
///               wanted                 settled
///     idle ───────────▶ connecting ───────────▶ connected
///                        ▲      │ failed, no answer   │ failed
///                  time  │      ▼                     │
///                       waiting ◀─────────────────────┘
///
/// Where a person has to allow the connection, `asking` lies between: from `connecting` when the
/// question is on the screen, and back with the answer. A refusal leads to `idle`: nobody is asked
/// again before somebody wants something anew.
///
/// A pure value: events in, actions out.
package struct ConnectionMachine: Hashable {
  package enum State: Hashable {
    /// Nobody has asked for what it offers yet.
    case idle
    /// The daemon has been asked for its objects.
    case connecting(attempt: Int)
    /// A person is being asked whether the connection may be made.
    case asking(attempt: Int)
    /// Its objects are known.
    case connected
    /// It could not be reached, or is gone.
    case waiting(attempt: Int)
  }

  package enum Event: CaseIterable {
    case wanted, settled, failed, timePassed, asked, answered, refused
  }

  package enum Action: Hashable {
    case connect
    case disconnect
    /// Send `timePassed` after so long; there is one timer, and this replaces its time.
    case wait(MediaTime)
    /// The daemon is there but says nothing: tell the subscribers.
    case reportSilence
  }

  package private(set) var state = State.idle

  /// How long the daemon may take to list its objects.
  package static let answerLimit = MediaTime.seconds(5)

  /// How long a person may take to answer a question.
  package static let patience = MediaTime.seconds(150)

  /// 0.25 s after the first failure, then twice as long each time, 2 s at most.
  package static func delay(attempt: Int) -> MediaTime {
    .milliseconds(min(250 << Int64(min(max(attempt, 0), 8)), 2000))
  }

  package init() {}

  package mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.idle, .wanted):
      return connect(attempt: 0)
    case (.connecting, .settled), (.asking, .settled):
      state = .connected
      return []
    case (.connecting(let attempt), .asked):
      state = .asking(attempt: attempt)
      return [.wait(Self.patience)]
    case (.asking(let attempt), .answered):
      state = .connecting(attempt: attempt)
      return [.wait(Self.answerLimit)]
    case (.connecting, .refused), (.asking, .refused):
      state = .idle
      return [.disconnect]
    case (.connecting(let attempt), .failed), (.asking(let attempt), .failed):
      return wait(attempt: attempt)
    case (.connecting(let attempt), .timePassed), (.asking(let attempt), .timePassed):
      return [.reportSilence] + wait(attempt: attempt)
    case (.connected, .failed):
      return wait(attempt: 0)
    case (.waiting(let attempt), .timePassed):
      return connect(attempt: attempt + 1)
    default:
      return []
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
