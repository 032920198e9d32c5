import MediaTypes

/// What a `ManualClock` knows: the time, the armed timers and who waits for some to be armed.
struct ManualSchedule: Sendable {
  typealias Waiter = CheckedContinuation<Void, Never>

  private struct Entry: Sendable {
    var deadline: MediaTime
    /// Orders timers of one deadline as they were armed.
    var order: UInt64
    var label: String
    // A timer that nobody holds is cancelled.
    weak var timer: ManualTimer?
  }

  private(set) var now: MediaTime
  /// Where the running advance is going; nil while the clock stands.
  private var goal: MediaTime?
  private var entries: [UInt64: Entry] = [:]
  private var waiters: [UInt64: (count: Int, waiter: Waiter)] = [:]
  private var lastID: UInt64 = 0

  init(now: MediaTime) { self.now = now }

  var count: Int { entries.count }
  var labels: [String] { entries.values.sorted(by: Self.firesFirst).map(\.label) }
  var nextDeadline: MediaTime? { entries.values.min(by: Self.firesFirst)?.deadline }

  mutating func makeID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// Arms or re-arms a timer.
  ///
  /// - Returns: who is to be woken, and whether somebody has to run the timer now.
  mutating func arm(_ timer: ManualTimer, at deadline: MediaTime) -> ([Waiter], isOverdue: Bool) {
    let order = makeID()
    entries[timer.id] = Entry(deadline: deadline, order: order, label: timer.label, timer: timer)
    let ready = waiters.filter { $0.value.count <= entries.count }
    for id in ready.keys { waiters[id] = nil }
    return (ready.values.map(\.waiter), goal == nil && deadline <= now)
  }

  mutating func disarm(_ id: UInt64) { entries[id] = nil }

  /// Sets the goal of an advance.
  ///
  /// - Returns: whether the caller is to run it, calling `nextDue` until that returns nil.
  mutating func beginAdvance(to moment: MediaTime) -> Bool {
    defer { goal = max(goal ?? now, moment) }
    return goal == nil
  }

  /// Moves to the next timer that is due before the goal, and disarms it; at the goal the advance ends.
  mutating func nextDue() -> ManualTimer? {
    while let goal, let next = entries.min(by: { Self.firesFirst($0.value, $1.value) }),
      next.value.deadline <= goal
    {
      entries[next.key] = nil
      now = max(now, next.value.deadline)
      if let timer = next.value.timer { return timer }
    }
    now = goal ?? now
    goal = nil
    return nil
  }

  /// Keeps a waiter.
  ///
  /// - Returns: false when it has nothing to wait for.
  mutating func addWaiter(_ id: UInt64, count: Int, _ waiter: Waiter) -> Bool {
    guard entries.count < count else { return false }
    waiters[id] = (count, waiter)
    return true
  }

  mutating func removeWaiter(_ id: UInt64) -> Waiter? {
    waiters.removeValue(forKey: id)?.waiter
  }

  private static func firesFirst(_ left: Entry, _ right: Entry) -> Bool {
    (left.deadline, left.order) < (right.deadline, right.order)
  }
}
