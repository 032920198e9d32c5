import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite(
  "viewfinder record with a real PipeWire", .serialized, .requires(.pipeWire), .requires(.ffmpeg),
  .timeLimit(.minutes(4)))
struct RecordPipeWireTests {
  @Test("The camera unplugged and back, the daemon killed and back: one movie, both in the report")
  func interruptions() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(.init(name: "desk"), into: server)
    let viewfinder = try Viewfinder(environment: server.environment)
    let child = try viewfinder.start([
      "record", "a.mp4", "--backend", "pipewire", "--size", "640x360", "--microphone", "none",
      "--json",
    ])
    // The movie grows on while its camera is away: with the picture held.
    try await grows(viewfinder, by: 30_000)
    await camera.unplug()
    try await grows(viewfinder, by: 3000)
    try await camera.plug()
    try await grows(viewfinder, by: 30_000)
    await server.killDaemon()
    await camera.unplug()
    try await grows(viewfinder, by: 3000)
    try await server.start()
    try await camera.plug()
    try await grows(viewfinder, by: 150_000)
    child.send(SIGINT)
    #expect(try await child.exitStatus() == 130)
    let root = try #require(
      try JSONSerialization.jsonObject(with: viewfinder.data("out")) as? [String: Any],
      "\(viewfinder.text("err"))")
    let interruptions = try #require(root["interruptions"] as? [[String: Any]])
    #expect(interruptions.count >= 2, "\(interruptions)")
    #expect(interruptions.allSatisfy { $0["back"] is Double }, "\(interruptions)")
    #expect(root["problem"] is NSNull)
    let movie = try await MovieFile(viewfinder.folder.file("a.mp4"))
    let times = try await movie.pictureTimes()
    #expect(movie.duration > 3)
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 * 30 - ($0 * 30).rounded()) < 0.015 }, "\(steps.max() ?? 0)")
  }

  private func grows(_ viewfinder: Viewfinder, by size: Int) async throws {
    let (folder, part) = (viewfinder.folder, "a.mp4.part")
    let before = folder.byteCount(of: part)
    _ = try await poll("the movie to grow") {
      folder.byteCount(of: part) > before + size ? true : nil
    }
  }
}
