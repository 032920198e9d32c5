import Foundation

/// What an exploration has seen a machine do, cell by cell (state × event → next state, how often), and
/// what `Documentation/States.md` says that it does.
///
/// A table of the document follows a line `<!-- table: NAME -->`. Its rows are states, its columns
/// events, and a cell names every state that the event can lead to: `·` is the state itself, and `–`
/// alone says that the event cannot happen there.
public struct StateTable: Sendable {
  /// One state and one event.
  public struct Cell: Hashable, Sendable {
    let state: String
    let event: String
  }

  private let states: [String]
  private let events: [String]
  private var drawn: [Cell: Set<String>] = [:]
  private var visits: [Visit: Int] = [:]

  private struct Visit: Hashable {
    let state: String
    let event: String
    let next: String
  }

  private var counts: [Cell: [String: Int]] {
    visits.reduce(into: [:]) { counts, visit in
      let cell = Cell(state: visit.key.state, event: visit.key.event)
      counts[cell, default: [:]][visit.key.next] = visit.value
    }
  }

  /// Reads a table.
  ///
  /// - Throws: `StateTableError` when the document has none of that name, or a row is not as long as
  ///   the first.
  public init(named name: String) throws {
    let lines = try Self.lines(of: name)
    guard let head = lines.first, lines.count > 2 else {
      throw StateTableError(description: "no table \(name)")
    }
    events = Array(Self.cells(head).dropFirst())
    let rows = lines.dropFirst(2).map(Self.cells)
    states = rows.compactMap(\.first)
    for row in rows {
      guard row.count == events.count + 1 else {
        throw StateTableError(description: "the row of \(row[0]) has \(row.count) cells")
      }
      for (event, text) in zip(events, row.dropFirst()) {
        drawn[Cell(state: row[0], event: event)] = Self.successors(text, of: row[0])
      }
    }
  }

  /// Counts one transition.
  public mutating func visit(_ state: String, _ event: String, _ next: String) {
    visits[Visit(state: state, event: event, next: next), default: 0] += 1
  }

  /// Where the document and the exploration differ: a cell or a transition that was not visited, or
  /// that is not drawn.
  public var differences: [String] {
    let counts = counts
    let known = Set(drawn.keys).union(counts.keys)
    return known.flatMap { cell -> [String] in
      let (said, seen) = (drawn[cell] ?? [], Set((counts[cell] ?? [:]).keys))
      return said.subtracting(seen).map { "\(cell.state), \(cell.event) → \($0): not visited" }
        + seen.subtracting(said).map { "\(cell.state), \(cell.event) → \($0): not drawn" }
    }.sorted()
  }

  /// How many transitions of the document were visited, of how many.
  public var coverage: (visited: Int, of: Int) {
    let counts = counts
    let all = drawn.flatMap { cell, next in next.map { (cell, $0) } }
    return (all.count { counts[$0.0]?[$0.1] != nil }, all.count)
  }
}

/// A document that cannot be read as a table.
public struct StateTableError: Error, CustomStringConvertible {
  /// What is wrong.
  public let description: String
}

// MARK: - Reading

extension StateTable {
  private static func lines(of name: String) throws -> [Substring] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let document = root.appendingPathComponent("Documentation/States.md")
    let text = try String(contentsOf: document, encoding: .utf8)
    return Array(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { $0 != "<!-- table: \(name) -->" }.dropFirst()
        .drop { $0.isEmpty }.prefix { $0.hasPrefix("|") })
  }

  private static func cells(_ line: Substring) -> [String] {
    line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func successors(_ text: String, of state: String) -> Set<String> {
    text == "–" ? [] : Set(text.split(separator: " ").map { $0 == "·" ? state : String($0) })
  }
}

// MARK: - Writing

extension StateTable {
  /// How often each cell was visited; `–` where the event cannot happen.
  public var countText: String {
    let counts = counts
    return text { cell in counts[cell].map { "\($0.values.reduce(0, +))" } ?? "–" }
  }

  /// The table as the document should have it, were what was seen right.
  public var documentText: String {
    let counts = counts
    return text { cell in
      guard let seen = counts[cell]?.keys.sorted() else { return "–" }
      return seen.map { $0 == cell.state ? "·" : $0 }.joined(separator: " ")
    }
  }

  private func text(_ word: (Cell) -> String) -> String {
    let rows =
      [["state"] + events]
      + states.map { state in
        [state] + events.map { word(Cell(state: state, event: $0)) }
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        .joined(separator: " | ")
    }.joined(separator: "\n")
  }
}
