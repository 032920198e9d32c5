import Foundation
import MediaTypes
import RecordCore
import TestSupport
import Testing

@testable import Commands

@Suite(
  "A minute of movie with flips, in virtual time", .serialized, .requires(.ffmpeg),
  .timeLimit(.minutes(10)))
struct LongTakeTests {
  private static let isLong = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil

  @Test(
    "60 s with flips at 7, 20, 21 and 40 s: every picture in its place, sound and picture together")
  func minute() async throws {
    let flips = [7.0, 20, 21, 40]
    let studio = try await MovieStudio()
    try await studio.run(for: .seconds(60), flips: flips.map { MediaTime(seconds: $0) })
    let report = try await studio.finish()
    #expect(report.problem == nil && report.interruptions.isEmpty)
    #expect(report.flipCount == 4)
    let movie = try await RecordedMovie(studio.file)
    try await movie.expectShape(seconds: 60)
    movie.expectSync(seconds: 60)
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

  @Test("Half a minute with a microphone that runs 200 ppm fast")
  func shortDrift() async throws {
    let studio = try await MovieStudio(faults: "mic.drift:200")
    try await studio.run(for: .seconds(30), flips: [.seconds(11)])
    _ = try await studio.finish()
    let movie = try await RecordedMovie(studio.file)
    try await movie.expectShape(seconds: 30)
    movie.expectSync(seconds: 30)
  }
}
