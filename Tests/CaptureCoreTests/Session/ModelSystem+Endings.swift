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
    try checkRoads(system)
  }

  /// Where the service dies that brings the shown camera, and the kernel has that camera too, the
  /// picture goes on by the kernel's road, whichever is heard first: the list's end or the stream's.
  private mutating func checkRoads(_ system: ModelSystem) throws {
    guard case .running(let running) = system.machine.state,
      running.device.backend == ModelSystem.service,
      let camera = system.machine.directory[running.device.id], camera.roads.count == 2
    else { return }
    let ends: [ModelSystem.Machine.Event] = [
      .devices(DeviceList(), backend: ModelSystem.service),
      .failed(running.stream, ModelSystem.serviceGone),
    ]
    for events in [ends, ends.reversed()] {
      let before = system.world.interruptions
      var system = system
      system.overdueLimit = .max
      for event in events { try system.make(.event(event)) }
      try expect(
        running.restarts > 0 || system.world.interruptions == before, "told as an interruption")
      try run("the service dies", &system, by: { $0.answers(bad: false).first ?? $0.timeOut }) {
        guard let shown = $0.machine.shownLive else { return false }
        return shown.device.backend == ModelSystem.backend && shown.device.id == camera.id
      }
    }
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
