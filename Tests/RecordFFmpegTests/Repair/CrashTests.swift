import Foundation
import RecordCore
import RecordFFmpeg
import SeededRandom
import TestSupport
import Testing

@Suite("A recording that is killed can be opened", .requires(Probe.programs))
struct CrashTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// How many pictures are added before the kill; a hundred moments in the long form.
  static let moments: [Int] = {
    // From the first fragment on, which waits for the first packet of sound (2048 samples and what
    // the encoder holds), and then anywhere within four seconds of the movie.
    guard Soak.isWanted else {
      return [4, 5, 30, 47, 97]
    }
    var random = SeededNumbers(seed: 16)
    return [4, 5] + (2..<100).map { _ in Int.random(in: 4...120, using: &random) }
  }()

  @Test("kill -9: it opens everywhere and lacks at most the last 1.2 s", arguments: moments)
  func killed(after count: Int) async throws {
    let ending = ["mp4", "mp4", "mkv", "webm"][count % 4]
    let movie = folder.file("take.\(ending)")
    let added = try await recordAndKill(movie, after: count)
    let part = movie + ".part"
    #expect(!FileManager.default.fileExists(atPath: movie))
    let leftOvers = MovieRepair.leftOvers(in: folder.path)
    #expect(leftOvers.map(\.path) == [part])
    #expect(leftOvers.map(\.target) == [movie])

    let probe = try await Probe(part)
    #expect(probe.pictureTimes.count >= added - 36, "\(probe.pictureTimes.count) of \(added)")
    let refusals = await Probe.refusals(of: part)
    #expect(refusals.isEmpty, "\(refusals)")

    let summary = try MovieRepair.repair(part)
    #expect(summary.path == movie)
    #expect(summary.frameCount >= added - 36)
    let repaired = try await Probe(movie)
    #expect(repaired.pictureTimes.count == Int(summary.frameCount))
    #expect(repaired.answer.streams.count == probe.answer.streams.count)
    #expect(MovieRepair.leftOvers(in: folder.path).isEmpty)
  }

  @Test("While it runs it can be read, is no left-over, and cannot be repaired")
  func running() async throws {
    let movie = folder.file("take.mp4")
    let child = try ChildProcess(
      try BuiltProducts.path("RecordProbe"), [movie], capturesOutput: true)
    try await child.waitForOutput("\n40\n")
    #expect(MovieRepair.leftOvers(in: folder.path).isEmpty)
    #expect(throws: RecordError.self) { try MovieRepair.repair(movie + ".part") }
    let other = FFmpegMovieBackendTrial.create(movie)
    #expect(other?.code == .exists)
    await child.kill()
    #expect(MovieRepair.leftOvers(in: folder.path).count == 1)
  }

  /// - Returns: how many pictures were added for certain.
  private func recordAndKill(_ movie: String, after count: Int) async throws -> Int {
    let child = try ChildProcess(
      try BuiltProducts.path("RecordProbe"), [movie], capturesOutput: true)
    try await child.waitForOutput(count == 0 ? "0\n" : "\n\(count)\n")
    await child.kill()
    // The last line may be half.
    let numbers = child.outputText.split(separator: "\n").dropLast().compactMap { Int($0) }
    return (numbers.last ?? count) + 1
  }
}

/// Begins a movie that is not wanted.
enum FFmpegMovieBackendTrial {
  /// - Returns: why it was refused; nil when it was begun (and is discarded).
  static func create(
    _ path: String, _ settings: MovieSettings = TestMovie.settings()
  ) -> RecordError? {
    do {
      try TestMovie.backend.create(path, settings: settings).discard()
      return nil
    } catch {
      return error
    }
  }
}
