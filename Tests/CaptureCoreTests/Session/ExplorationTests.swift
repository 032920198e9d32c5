import CaptureCore
import Foundation
import MediaTypes
import StateTables
import Testing

@testable import CaptureCore

/// Every interleaving of commands, answers, faults, plug events and time-outs, breadth-first: as far as it
/// takes to visit each cell of the drawing. With `VIEWFINDER_SOAK` for two cameras until nothing new is
/// found, for three to a depth that a slow machine reaches in time (the whole space is 19,677 states and
/// holds as well).
@Suite struct ExplorationTests {
  struct Space {
    let name: String
    let cameras: [CameraDevice.Concurrency]
    /// How many of them a service reaches too.
    var serviceCount = 0
    /// Commands that may wait for their answers at the same time.
    let callers: Int
    /// The farthest to go; without it until nothing new is found.
    var depth = Int.max
    /// Streams at a time of which the back end never says that they are gone.
    let overdue: Int
    var overlap = MediaTime.zero
    var takesPhotos = false
    var mayEnd = false
    /// As many states as there are at least.
    var least = 500

    var system: ModelSystem {
      var system = ModelSystem(cameras, serviceCount: serviceCount, overlap: overlap)
      system.overdueLimit = overdue
      system.takesPhotos = takesPhotos
      system.mayEnd = mayEnd
      return system
    }
  }

  private static let isLong = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil
  /// The farthest to go in any space.
  private static let reach = isLong ? Int.max : 10

  static let spaces = [
    Space(
      name: "two cameras that exclude each other", cameras: [.unknown, .unknown], callers: 2,
      overdue: 1),
    Space(
      name: "two cameras that stream at once, and may take too long",
      cameras: [.independent, .independent], callers: 2, depth: 9, overdue: 1),
    Space(
      name: "two cameras that stream at once for a while after a flip",
      cameras: [.independent, .independent], callers: 2, overdue: 0,
      overlap: .milliseconds(500)),
    Space(
      name: "two cameras that are asked for larger photos", cameras: [.unknown, .independent],
      callers: 2, depth: 9, overdue: 0, takesPhotos: true),
    Space(
      name: "two movies", cameras: [.unknown, .unknown], callers: 1, overdue: 0,
      mayEnd: true),
    Space(
      name: "one camera by two roads", cameras: [.unknown], serviceCount: 1, callers: 1,
      overdue: 0, least: 100),
    Space(
      name: "two cameras, one of them by two roads", cameras: [.independent, .independent],
      serviceCount: 1, callers: 1, depth: 8, overdue: 0),
    Space(
      name: "three cameras on two buses", cameras: [.group("a"), .group("a"), .group("b")],
      callers: 1, depth: isLong ? 9 : 8, overdue: 0),
  ]

  @Test("every invariant holds in every state, and each cell of the drawing is visited")
  func exploration() throws {
    var visits = try SessionVisits()
    for space in Self.spaces {
      var exploration = Exploration(space.system, callers: space.callers)
      while exploration.depth < min(space.depth, Self.reach),
        try exploration.deepen({ visits.note($0) })
      {}
      print(
        "\(space.name): \(exploration.isComplete ? "all" : "the nearest")"
          + " \(exploration.visited.count) states, up to \(exploration.depth) steps away,"
          + " \(exploration.transitions) transitions")
      #expect(exploration.visited.count > space.least)
    }
    visits.check()
  }
}

/// One move, and what it has made of a machine.
private struct Transition {
  let before: SessionStateMachine
  let move: ModelSystem.Move
  let after: SessionStateMachine
}

/// What was seen of the session and of each stream, against `Documentation/States.md`.
private struct SessionVisits {
  private var session: StateTable
  private var streams: StateTable

  init() throws {
    session = try StateTable(named: "session")
    streams = try StateTable(named: "stream")
  }

  mutating func note(_ transition: Transition) {
    let (before, move, after) = (transition.before, transition.move, transition.after)
    session.visit(before.word, move.word, after.word)
    for stream in before.streams {
      let event = move.stream == stream ? move.word : "other"
      streams.visit(before.place(of: stream), event, after.place(of: stream))
    }
  }

  func check() {
    for (name, table) in [("session", session), ("stream", streams)] {
      let (visited, all) = table.coverage
      print("\(name): \(visited) of \(all) transitions visited, so often:\n\(table.countText)")
      #expect(table.differences.isEmpty, "it does:\n\(table.documentText)")
    }
  }
}

/// A breadth-first search over system states.
private struct Exploration {
  private(set) var visited: Set<[UInt8]>
  private(set) var transitions = 0
  private(set) var depth = 0
  private var frontier: [ModelSystem]
  private var endings = Endings()
  private let callers: Int

  init(_ start: ModelSystem, callers: Int) {
    self.callers = callers
    visited = [start.key]
    frontier = [start]
  }

  var isComplete: Bool { frontier.isEmpty }

  /// Makes every move in every state that was new at the last depth.
  ///
  /// - Returns: whether that has led to new states.
  mutating func deepen(_ note: (Transition) -> Void) throws -> Bool {
    var next: [ModelSystem] = []
    for system in frontier {
      for move in system.moves(callers: callers) {
        do {
          if let found = try follow(move, from: system, note) { next.append(found) }
        } catch {
          throw Violation("\(error)\nafter \(move)\nin \(system.machine.state)\n\(system.world)")
        }
      }
    }
    frontier = next
    depth += next.isEmpty ? 0 : 1
    return !next.isEmpty
  }

  private mutating func follow(
    _ move: ModelSystem.Move, from system: ModelSystem, _ note: (Transition) -> Void
  ) throws -> ModelSystem? {
    var moved = system
    try moved.make(move)
    note(Transition(before: system.machine, move: move, after: moved.machine))
    transitions += 1
    guard visited.insert(moved.key).inserted else { return nil }
    try endings.check(moved)
    return moved
  }
}
