import MediaTypes

/// A clock that moves only when told to, and on which a test can wait until something waits.
final class SteppedClock: MediaClock {
  private struct Armed {
    let deadline: MediaTime
    let fire: @Sendable (MediaTime) -> Void
  }

  private struct State {
    var now = MediaTime.seconds(1000)
    var armed: [ObjectIdentifier: Armed] = [:]
  }

  private let state = Locked(State())
  /// How long from now each timer was armed for, in order.
  let delays = EventLog<MediaTime>()

  var now: MediaTime { state.withLock { $0.now } }

  var armedCount: Int { state.withLock { $0.armed.count } }

  func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer { SteppedTimer(clock: self, handler: handler) }

  func advance(by length: MediaTime) {
    let due = state.withLock { state in
      state.now = state.now + length
      let now = state.now
      let due = state.armed.filter { $0.value.deadline <= now }
      for id in due.keys { state.armed[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for timer in due { timer.fire(now) }
  }

  /// Waits until a timer has been armed for just this long, `count` times, then lets it pass.
  func pass(_ delay: MediaTime, count: Int = 1) async {
    await delays.wait(for: { $0 == delay }, count: count)
    advance(by: delay)
  }

  fileprivate func arm(
    _ id: ObjectIdentifier, at deadline: MediaTime, _ fire: @escaping @Sendable (MediaTime) -> Void
  ) {
    let delay = state.withLock { state in
      state.armed[id] = Armed(deadline: deadline, fire: fire)
      return deadline - state.now
    }
    delays.append(delay)
  }

  fileprivate func disarm(_ id: ObjectIdentifier) {
    state.withLock { $0.armed[id] = nil }
  }
}

private final class SteppedTimer: MediaTimer {
  private let clock: SteppedClock
  private let handler: @Sendable (MediaTime) -> Void

  init(clock: SteppedClock, handler: @escaping @Sendable (MediaTime) -> Void) {
    self.clock = clock
    self.handler = handler
  }

  deinit { cancel() }

  func schedule(at deadline: MediaTime) {
    clock.arm(ObjectIdentifier(self), at: deadline, handler)
  }

  func cancel() { clock.disarm(ObjectIdentifier(self)) }
}
