import Foundation
import Glibc
import MediaTypes
import RecordCore
import RecordFFmpeg
import SeededRandom
import TestSupport
import Testing

@Suite("A full disk ends a take well", .requires(Probe.programs), .serialized)
struct FullDiskTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "A file system of 400 kB filled up: the movie plays, and the error says why",
    .enabled(if: getuid() == 0, "needs root to mount"), arguments: ["mp4", "mkv"])
  func full(ending: String) async throws {
    let disk = folder.file("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    try await Probe.shell("mount -t tmpfs -o size=400k viewfinder-test '\(disk)'")
    let result = Result { try fill(disk + "/a." + ending) }
    var refusals: [String] = []
    var count = 0
    if case .success(let outcome) = result {
      refusals = await Probe.refusals(of: outcome.summary.path)
      count = try await Probe(outcome.summary.path).pictureTimes.count
    }
    let files = try? FileManager.default.contentsOfDirectory(atPath: disk)
    try await Probe.shell("umount '\(disk)'")
    let outcome = try result.get()
    #expect(outcome.error.code == .diskFull)
    #expect(outcome.error.systemError == ENOSPC)
    #expect(outcome.summary.note.contains("No space left"))
    #expect(files == ["a." + ending])
    #expect(refusals.isEmpty, "\(refusals)")
    #expect(count == Int(outcome.summary.frameCount))
    // The one that was refused was written in the room that was kept for it.
    #expect(count == outcome.added + 1, "\(count) of \(outcome.added)")
    #expect(outcome.summary.stepCount == outcome.summary.frameCount)
  }

  private struct Outcome {
    var error: RecordError
    var added: Int
    var summary: MovieSummary
  }

  /// Adds noise, which no encoder makes small, until it is refused.
  private func fill(_ path: String) throws -> Outcome {
    let container = try #require(MovieContainer(fileName: path))
    let settings = TestMovie.settings(container)
    let writer = try TestMovie.backend.create(path, settings: settings)
    var random = SeededNumbers(seed: 14)
    for index in Int64(0)..<3000 {
      do {
        let noise = (0..<64 * 72).map { _ in UInt8.random(in: 0...255, using: &random) }
        try writer.append(
          try TestFrame.make(noise, .nv12, settings.canvas.size), at: index)
      } catch let error as RecordError {
        return Outcome(error: error, added: Int(index), summary: try writer.finish())
      }
    }
    throw TestSupportError("the disk was never full")
  }

  @Test("The free bytes are those of the file system")
  func freeBytes() throws {
    let free = try #require(TestMovie.backend.freeBytes(near: folder.file("a.mp4")))
    #expect(free > 0)
    #expect(TestMovie.backend.freeBytes(near: "/missing/folder/a.mp4") == nil)
  }
}
