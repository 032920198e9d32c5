import MediaTypes

/// The machine's timers. A firing that was on its way when its timer was disarmed or armed anew is
/// told from a valid one by its generation.
struct EngineTimers {
  private struct Armed {
    let timer: any MediaTimer
    let generation: UInt64
  }

  private var armed: [SessionStateMachine.Timer: Armed] = [:]
  private var generation: UInt64 = 0

  mutating func arm(
    _ timer: SessionStateMachine.Timer, at deadline: MediaTime, on clock: any MediaClock,
    into inbox: EngineInbox
  ) {
    disarm(timer)
    generation += 1
    let handle = clock.makeTimer(label: "\(timer)") { [generation] _ in
      inbox.post(.fired(timer, generation: generation))
    }
    armed[timer] = Armed(timer: handle, generation: generation)
    handle.schedule(at: deadline)
  }

  mutating func disarm(_ timer: SessionStateMachine.Timer) {
    armed.removeValue(forKey: timer)?.timer.cancel()
  }

  /// Takes a firing.
  ///
  /// - Returns: whether it is that of the timer as it is armed now.
  mutating func accept(_ timer: SessionStateMachine.Timer, generation: UInt64) -> Bool {
    guard armed[timer]?.generation == generation else { return false }
    armed[timer] = nil
    return true
  }
}
