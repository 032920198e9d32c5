import RecordCore
import RecordFFmpeg

/// `viewfinder repair`.
struct RepairCommand: Sendable {
  let request: RepairRequest
  let console: Console

  init(_ request: RepairRequest, console: Console) {
    self.request = request
    self.console = console
  }

  /// Repairs one after the other; one that cannot be repaired does not keep the others from it.
  func run() async throws {
    var results: [(file: String, result: Result<MovieSummary, RecordError>)] = []
    for file in request.files {
      try Task.checkCancellation()
      results.append((file, Result { () throws(RecordError) in try MovieRepair.repair(file) }))
    }
    if request.asJSON {
      try console.print(JSONText.array(results.map(RepairText.json)).indented())
    } else {
      let lines = results.compactMap(RepairText.line)
      if !lines.isEmpty { try console.print(lines.joined(separator: "\n")) }
    }
    let failures = results.compactMap {
      if case .failure(let error) = $0.result { error } else { nil }
    }
    for failure in failures.dropLast() { console.note("\(failure)") }
    if let failure = failures.last { throw failure }
  }
}

/// What became of a repair, in words and in JSON.
enum RepairText {
  static func line(_ file: String, _ result: Result<MovieSummary, RecordError>) -> String? {
    guard case .success(let movie) = result else { return nil }
    let note = movie.note.isEmpty ? "" : " \(movie.note)"
    return "Movie: \(movie.path), \(counted(Int(movie.frameCount), "picture")),"
      + " \(SizeText.of(movie.byteCount)).\(note)"
  }

  static func json(_ file: String, _ result: Result<MovieSummary, RecordError>) -> JSONText {
    let movie = try? result.get()
    var problem = JSONText.null
    if case .failure(let error) = result { problem = TakeText.problem(error) }
    return .object([
      .init("file", .string(file)), .init("movie", .optional(movie?.path)),
      .init("pictures", movie.map { .integer(Int($0.frameCount)) } ?? .null),
      .init("bytes", movie.map { .integer(Int($0.byteCount)) } ?? .null),
      .init("note", .optional(movie.flatMap { $0.note.isEmpty ? nil : $0.note })),
      .init("problem", problem),
    ])
  }
}
