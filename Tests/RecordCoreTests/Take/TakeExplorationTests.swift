import Foundation
import MediaTypes
import StateTables
import Testing

@testable import RecordCore

/// Every interleaving, breadth-first, of frames (in time, late, of the camera before), sound, flips, losses,
/// pauses, the stop, a disk that fills up and a writer that breaks, to a stated depth. States that differ
/// only in how long ago things were count as one.
@Suite("Recorder: exploration")
struct TakeExplorationTests {
  /// The long form goes two steps farther.
  private static let isSoak = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil

  @Test("every invariant holds in every state, and each cell of the drawing is visited")
  func exploration() throws {
    var table = try StateTable(named: "recorder")
    for sound in [true, false] { try explore(sound: sound, &table) }
    let (visited, all) = table.coverage
    print("recorder: \(visited) of \(all) transitions visited, so often:\n\(table.countText)")
    #expect(table.differences.isEmpty, "it does:\n\(table.documentText)")
  }

  private func explore(sound: Bool, _ table: inout StateTable) throws {
    let start = TakeModel(sound: sound)
    var visited: Set<[Int64]> = [start.key]
    var frontier = [start]
    var transitions = 0
    let depth = (sound ? 5 : 6) + (Self.isSoak ? 2 : 0)
    for _ in 0..<depth {
      var next: [TakeModel] = []
      for model in frontier {
        for move in model.moves {
          let moved = try follow(move, from: model)
          table.visit("\(model.take.machine.state)", "\(move)", "\(moved.take.machine.state)")
          transitions += 1
          if visited.insert(moved.key).inserted {
            try checkEndings(moved)
            next.append(moved)
          }
        }
      }
      frontier = next
    }
    print(
      "recorder, \(sound ? "with" : "without") sound: \(visited.count) states up to \(depth) steps"
        + " away, \(transitions) transitions")
    #expect(visited.count > 1000)
  }

  private func follow(_ move: TakeModel.Move, from model: TakeModel) throws -> TakeModel {
    var moved = model
    do { try moved.make(move) } catch {
      throw TakeViolation(words: "\(error)\nafter \(move)\nin \(model)")
    }
    return moved
  }

  /// From any state: a stop leads to one finish or discard, even if nothing comes any more.
  private func checkEndings(_ model: TakeModel) throws {
    var model = model
    if model.isOpen { try model.make(.stop) }
    for _ in 0..<3 where model.isOpen { try model.make(.wait) }
    guard !model.isOpen, model.endings == 1 else {
      throw TakeViolation(words: "a stop does not end \(model)")
    }
  }
}
