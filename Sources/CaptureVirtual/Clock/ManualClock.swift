public import MediaTypes

/// A clock that stands still until a test moves it.
///
/// Timers that come due run inside `advance`, on the caller's thread and in the order of their
/// deadlines, so that what a test sees afterwards is the same each time. Not for showing pictures
/// to people: nothing moves by itself.
///
/// *Context*: any thread. The order is only fixed while one thread at a time moves the clock.
public final class ManualClock: MediaClock {
  private let schedule: Locked<ManualSchedule>

  /// Makes a clock.
  ///
  /// - Parameter now: where it stands; one hour by default, so that times before the start exist.
  public init(now: MediaTime = .seconds(3600)) {
    schedule = Locked(ManualSchedule(now: now))
  }

  /// Where the clock stands; inside a timer's handler its deadline.
  public var now: MediaTime { schedule.withLock { $0.now } }

  /// Timers that will fire when the clock is moved far enough.
  ///
  /// At the end of a test 0 proves that nothing waits any more.
  public var armedTimerCount: Int { schedule.withLock { $0.count } }

  /// The labels of the armed timers, the next to fire first, to say what still waits.
  public var armedTimerLabels: [String] { schedule.withLock { $0.labels } }

  /// When the next timer fires; nil when none is armed.
  public var nextDeadline: MediaTime? { schedule.withLock { $0.nextDeadline } }

  /// Makes a timer that fires inside `advance`.
  ///
  /// A deadline that has passed already when it is set fires at once: within the `advance` that is
  /// running, else soon on another thread.
  public func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer {
    ManualTimer(clock: self, label: label, handler: handler)
  }

  /// Moves the clock forwards and runs every timer that comes due on the way, also those that are
  /// armed by a handler.
  ///
  /// - Parameter length: how far; a negative length counts as none.
  ///
  /// *Context*: any thread; returns when the handlers have run. Called inside a handler, or while
  /// another thread moves the clock, it only sets the running one a farther goal.
  public func advance(by length: MediaTime) {
    advance { $0 + max(length, .zero) }
  }

  /// Moves the clock forwards to a moment, as `advance(by:)` does; one that has passed changes nothing.
  public func advance(to moment: MediaTime) {
    advance { _ in moment }
  }

  /// Suspends until so many timers are armed: a test that moves the clock too early, before the
  /// code under test has begun to wait, would wait for ever.
  ///
  /// - Parameter count: of armed timers; returns at once when there are as many or more.
  /// - Throws: `CancellationError` when the task is cancelled before.
  ///
  /// *Context*: any task; blocks no thread.
  public func waitUntilArmed(_ count: Int = 1) async throws {
    let id = schedule.withLock { $0.makeID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = schedule.withLock {
          !Task.isCancelled && $0.addWaiter(id, count: count, continuation)
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      schedule.withLock { $0.removeWaiter(id) }?.resume()
    }
    try Task.checkCancellation()
  }

  private func advance(to goal: (MediaTime) -> MediaTime) {
    guard schedule.withLock({ $0.beginAdvance(to: goal($0.now)) }) else { return }
    while let timer = schedule.withLock({ $0.nextDue() }) {
      timer.fire()
    }
  }

  fileprivate func makeTimerID() -> UInt64 { schedule.withLock { $0.makeID() } }

  fileprivate func arm(_ timer: ManualTimer, at deadline: MediaTime) {
    let (waiters, isOverdue) = schedule.withLock { $0.arm(timer, at: deadline) }
    for waiter in waiters { waiter.resume() }
    // Not on this thread: the caller may hold a lock that the handler takes.
    if isOverdue { Task.detached { self.advance(by: .zero) } }
  }

  fileprivate func disarm(_ id: UInt64) { schedule.withLock { $0.disarm(id) } }
}

/// One timer of a `ManualClock`.
final class ManualTimer: MediaTimer {
  let id: UInt64
  let label: String
  private let clock: ManualClock
  private let handler: @Sendable (MediaTime) -> Void

  init(clock: ManualClock, label: String, handler: @escaping @Sendable (MediaTime) -> Void) {
    id = clock.makeTimerID()
    self.clock = clock
    self.label = label
    self.handler = handler
  }

  deinit { clock.disarm(id) }

  func schedule(at deadline: MediaTime) { clock.arm(self, at: deadline) }

  func cancel() { clock.disarm(id) }

  func fire() { handler(clock.now) }
}
