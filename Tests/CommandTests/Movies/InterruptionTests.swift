import CaptureVirtual
import Foundation
import MediaTypes
import RecordCore
import TestSupport
import Testing
import Viewfinder
import ViewfinderTesting

@testable import Commands

@Suite(
  "A movie whose camera and microphone go and come back, in virtual time", .serialized,
  .requires(.ffmpeg), .timeLimit(.minutes(5)))
struct InterruptionTests {
  @Test("Camera and microphone unplugged and back: one movie that plays, the report names both")
  func unplugged() async throws {
    let studio = try await MovieStudio(
      faults: "back.unplug@2s,back.replug@4s,mic.unplug@6s,mic.replug@8s")
    try await studio.run(for: .seconds(10))
    let report = try await studio.finish()
    #expect(report.problem == nil)
    #expect(Set(report.interruptions.map(\.kind)) == [.camera, .microphone])
    #expect(report.interruptions.allSatisfy { $0.end != nil }, "\(report)")
    let movie = try await RecordedMovie(studio.file)
    try await movie.expectShape(seconds: 10)
    // Silence where there was no microphone, and nowhere else.
    let silence = movie.holes.map(\.length).reduce(0, +)
    #expect(movie.holes.allSatisfy { $0.start > 5.5 && $0.start < 9 }, "\(movie.holes)")
    #expect(silence > 1 && silence < 3.5, "\(movie.holes)")
  }

  @Test("Paused and resumed: no jump in sound or picture, the pause takes no time")
  func paused() async throws {
    let studio = try await MovieStudio()
    try await studio.reach(.seconds(3))
    let recording = try #require(studio.stage.session.recording)
    recording.pause()
    // Whole seconds, so that flash and beep go on in their rhythm.
    try await studio.reach(.seconds(8))
    recording.resume()
    try await studio.reach(.seconds(11))
    let report = try await studio.finish()
    #expect(report.pauses.count == 1)
    let movie = try await RecordedMovie(studio.file)
    try await movie.expectShape(seconds: 6)
    movie.expectSync(seconds: 6)
    let times = movie.codes.compactMap { $0?.code.time.seconds }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "none stands twice: \(times)")
  }

  @Test("Stopped before its first picture: nothing recorded, and no file")
  func nothing() async throws {
    let studio = try await MovieStudio()
    await #expect(throws: RecordError.self) { try await studio.finish() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.path).isEmpty)
  }

  @Test("Stopped after its first picture: a movie of one")
  func one() async throws {
    let studio = try await MovieStudio()
    try await studio.run(for: .milliseconds(34))
    _ = try await studio.finish()
    #expect(try await MovieFile(studio.file).pictureTimes().count <= 2)
  }
}
