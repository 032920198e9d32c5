import CaptureCore

@testable import CaptureCore

/// What holds in every state that can be reached.
extension ModelSystem {
  func checkInvariants() throws {
    try checkStreams()
    try checkDeadlines()
    try checkCallers()
  }

  /// Every open camera belongs to exactly one part of the machine, so that none can leak.
  private func checkStreams() throws {
    var known = machine.departures.map(\.stream) + machine.overdue.map(\.stream)
    if let shown = machine.shownLive { known.append(shown.stream) }
    if case .opening(let opening) = machine.state,
      opening.candidate.step != .blocked, opening.candidate.step != .resting
    {
      known.append(opening.candidate.stream)
    }
    try expect(
      known.sorted() == world.streams.map(\.id).sorted(),
      "owned: \(world.streams), known: \(known), \(machine.state)")
  }

  /// Whatever is waited for has a limit, so that nothing can hang.
  private func checkDeadlines() throws {
    var waits = machine.departures.map { SessionStateMachine.Timer.stream($0.stream) }
    if let shown = machine.shownLive { waits.append(.stream(shown.stream)) }
    switch machine.state {
    case .idle, .running: break
    case .searching: waits.append(.search)
    case .stopping: try expect(!machine.departures.isEmpty, "stopping waits for nothing")
    case .waiting(let waiting): if !waiting.hasEnded { waits.append(.retry) }
    case .opening(let opening):
      if opening.candidate.step == .blocked {
        try expect(!machine.departures.isEmpty, "blocked by nothing")
      } else {
        waits.append(.stream(opening.candidate.stream))
      }
    }
    try expect(Set(waits) == world.timers, "waits \(waits), timers \(world.timers)")
  }

  /// The callers that wait are those that the machine knows, and a flip that was told is under way.
  private func checkCallers() throws {
    var known: [CommandID] = []
    var flip: FlipID?
    switch machine.state {
    case .idle, .running, .waiting: break
    case .searching(let search): known = search.starters
    case .stopping(let stopping): known = stopping.stoppers + stopping.starters
    case .opening(let opening):
      switch opening.purpose {
      case .start(let starters, _): known = starters
      case .flip(let running), .rollBack(let running, _):
        known = running.askers
        flip = running.id
      case .restart, .replace: break
      }
    }
    try expect(
      known.map(\.rawValue).sorted() == world.callers.map(\.id.rawValue),
      "callers \(world.callers), known \(known)")
    try expect(flip == world.flip, "told \(String(describing: world.flip)), is \(machine.state)")
    let isIdle = machine.state == .idle
    try expect(isIdle || machine.isStopping || world.isWatching, "not watching")
    try expect(!isIdle || !world.isWatching, "idle, yet watching")
  }
}

extension SessionStateMachine {
  var isStopping: Bool {
    if case .stopping = state { return true }
    return false
  }
}
