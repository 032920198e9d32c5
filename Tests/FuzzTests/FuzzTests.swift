import Foundation
import Testing

/// The corpora and some thousand inputs near them; `VIEWFINDER_FUZZ_RUNS` makes it more. `Scripts/fuzz` looks
/// much further, guided by what the code does.
@Suite("Bytes from outside", .timeLimit(.minutes(30)))
struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let runs = environment["VIEWFINDER_FUZZ_RUNS"].flatMap { Int($0) } ?? 2_000
  private static let corpora = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "Corpus")

  private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = corpora.appending(path: target.rawValue)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
      .map { Array(try Data(contentsOf: $0)) }
  }

  @Test("Each input ends in a value or an error", arguments: FuzzTarget.allCases)
  func inputs(target: FuzzTarget) throws {
    let corpus = try Self.corpus(of: target)
    #expect(!corpus.isEmpty)
    target.run([])
    for input in corpus { target.run(input) }
    var mutation = Mutation(seed: 1)
    for _ in 0..<Self.runs { target.run(mutation.input(from: corpus)) }
  }

  @Test("Each input may end anywhere", arguments: FuzzTarget.allCases)
  func prefixes(target: FuzzTarget) throws {
    for input in try Self.corpus(of: target) {
      for count in stride(from: 0, to: input.count, by: max(1, input.count / 40)) {
        target.run(Array(input.prefix(count)))
      }
    }
  }
}
