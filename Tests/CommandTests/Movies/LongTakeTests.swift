import Foundation
import MediaTypes
import RecordCore
import TestSupport
import Testing

@testable import Commands

/// Twelve seconds in `make test`, as long as the promises are in `make soak` (`VIEWFINDER_SOAK`).
@Suite(
  "Long movies with flips, in virtual time", .serialized, .requires(.ffmpeg),
  .timeLimit(.minutes(60)))
struct LongTakeTests {
  private static let isLong = Soak.isWanted

  @Test("Four flips: every picture in its place, sound and picture together, no hole")
  func flips() async throws {
    let seconds = Self.isLong ? 60 : 12
    let flips: [Double] = Self.isLong ? [7, 20, 21, 40] : [2, 5, 6, 9]
    let studio = try await MovieStudio()
    try await studio.run(
      for: .seconds(Int64(seconds)), flips: flips.map { MediaTime(seconds: $0) })
    let report = try await studio.finish()
    #expect(report.problem == nil && report.interruptions.isEmpty)
    #expect(report.flipCount == 4)
    let movie = try await RecordedMovie(studio.file)
    try await movie.expectShape(seconds: Double(seconds))
    movie.expectSync(seconds: seconds)
    movie.expectOrder(flips: flips, gap: 0.5)
  }

  @Test("10 minutes with a microphone that runs 200 ppm fast", .enabled(if: isLong))
  func drift() async throws {
    let flips = [100.0, 250, 400]
    let studio = try await MovieStudio(faults: "mic.drift:200")
    try await studio.run(for: .seconds(600), flips: flips.map { MediaTime(seconds: $0) })
    _ = try await studio.finish()
    let movie = try await RecordedMovie(studio.file)
    try await movie.expectShape(seconds: 600)
    movie.expectSync(seconds: 600)
    movie.expectOrder(flips: flips, gap: 0.5)
  }
}
