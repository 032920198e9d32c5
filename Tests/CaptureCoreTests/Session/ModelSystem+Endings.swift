import CaptureCore

@testable import CaptureCore

/// What must come about from any state, if nobody asks for more. Each ending follows one path; a
/// state from which it is proven already is not walked again.
struct Endings {
  private var proven: [String: Set<[UInt8]>] = [:]
  /// More steps than any ending takes.
  private static let patience = 60

  mutating func check(_ system: ModelSystem) throws {
    try checkStop("stop, and back ends answer", system) { $0.answers(bad: false).first }
    try checkStop("stop, and back ends are silent", system) { $0.deadlines(stalled: false).first }
    try checkWishes("wishes, and back ends answer", system) {
      $0.answers(bad: false).first ?? $0.timeOut
    }
    try checkWishes("wishes, and back ends are silent", system) { $0.timeOut }
  }

  /// `stop` reaches idle, and whatever back ends say later, every camera is closed in the end.
  private mutating func checkStop(
    _ name: String, _ system: ModelSystem, by next: (ModelSystem) -> ModelSystem.Move?
  ) throws {
    var system = system
    system.overdueLimit = .max
    try system.make(.call(.stop))
    try run(name, &system, by: next) { $0.machine.state == .idle && $0.world.callers.isEmpty }
    try run("late answers", &system, by: { $0.answers(bad: false).first }) {
      $0.world.streams.isEmpty
    }
  }

  /// Every caller is answered and every flip ends.
  private mutating func checkWishes(
    _ name: String, _ system: ModelSystem, by next: (ModelSystem) -> ModelSystem.Move?
  ) throws {
    var system = system
    system.overdueLimit = .max
    try run(name, &system, by: next) { $0.world.callers.isEmpty && $0.world.flip == nil }
  }

  private mutating func run(
    _ name: String, _ system: inout ModelSystem, by next: (ModelSystem) -> ModelSystem.Move?,
    until isOver: (ModelSystem) -> Bool
  ) throws {
    var path: [[UInt8]] = []
    while !isOver(system) {
      let key = system.key
      if proven[name]?.contains(key) == true { break }
      path.append(key)
      try expect(path.count < Self.patience, "\(name): no end")
      guard let move = next(system) else { throw Violation("\(name): nothing leads on") }
      try system.make(move)
    }
    proven[name, default: []].formUnion(path)
  }
}

extension ModelSystem {
  /// A timer that is not the watchdog of a healthy stream.
  fileprivate var timeOut: Move? {
    deadlines(stalled: false).first { move in
      if case .event(.deadline(let stream, _)) = move {
        return machine.shownLive?.stream != stream
      }
      return true
    }
  }
}
