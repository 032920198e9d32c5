import MediaTypes

/// A state machine's timers. A firing that was on its way when its timer was disarmed or armed anew is
/// told from a valid one by its generation.
struct EngineTimers<Timer: Hashable & Sendable> {
  private struct Armed {
    let timer: any MediaTimer
    let generation: UInt64
  }

  private var armed: [Timer: Armed] = [:]
  private var generation: UInt64 = 0

  /// - Parameter fired: leads to `accept`; called on a thread of the clock's own.
  mutating func arm(
    _ timer: Timer, at deadline: MediaTime, on clock: any MediaClock, label: String,
    fired: @escaping @Sendable (_ generation: UInt64) -> Void
  ) {
    disarm(timer)
    generation += 1
    let handle = clock.makeTimer(label: label) { [generation] _ in fired(generation) }
    armed[timer] = Armed(timer: handle, generation: generation)
    handle.schedule(at: deadline)
  }

  mutating func disarm(_ timer: Timer) {
    armed.removeValue(forKey: timer)?.timer.cancel()
  }

  /// Takes a firing.
  ///
  /// - Returns: whether it is that of the timer as it is armed now.
  mutating func accept(_ timer: Timer, generation: UInt64) -> Bool {
    guard armed[timer]?.generation == generation else { return false }
    armed[timer] = nil
    return true
  }
}
