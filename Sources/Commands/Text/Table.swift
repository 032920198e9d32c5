/// Rows of text under headings, aligned for a person to read.
struct Table: Hashable, Sendable {
  let headings: [String]
  private(set) var rows: [[String]] = []

  init(_ headings: [String]) {
    self.headings = headings
  }

  /// Adds a row; it has as many cells as there are headings.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == headings.count, "\(cells.count) cells under \(headings.count)")
    rows.append(cells.map(TerminalText.printable))
  }

  /// The lines, without spaces at their ends.
  var lines: [String] {
    let all = [headings] + rows
    let widths = headings.indices.map { column in
      all.map { TerminalText.columns($0[column]) }.max() ?? 0
    }
    return all.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - TerminalText.columns(cell) + 2)
      }
      return trimmed(line)
    }
  }

  private func trimmed(_ line: String) -> String {
    String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
  }
}
