import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite(
  "viewfinder record with a real PipeWire", .serialized, .requires(.pipeWire), .requires(.ffmpeg),
  .timeLimit(.minutes(4)))
struct RecordPipeWireTests {
  @Test(
    "The microphone unplugged and back: silence, and tone again; the picture goes on all the time")
  func microphone() async throws {
    let take = try await DeskTake()
    await take.microphone.unplug()
    try await take.sounds(false)
    try await take.shows(alive: true)
    try await take.microphone.plug()
    try await take.sounds(true)
    let ending = try await take.end()
    #expect(ending.kinds == ["microphone"])
    // A busy machine's PipeWire may leave out some of a tone; the hole is the longest silence.
    let silences = ending.stretches.filter { !$0.isLoud }
    #expect(silences.contains { $0.length >= 2 }, "\(ending.stretches)")
    #expect(ending.stretches.last(where: { $0.length >= 2 })?.isLoud == true, "\(ending.stretches)")
  }

  @Test(
    "The camera unplugged and back, then the microphone, then PipeWire killed and back: one movie, and each in the report"
  )
  func everything() async throws {
    let take = try await DeskTake()
    await take.camera.unplug()
    try await take.shows(alive: false)
    try await take.sounds(true)
    try await take.camera.plug()
    try await take.shows(alive: true)
    await take.microphone.unplug()
    try await take.sounds(false)
    try await take.microphone.plug()
    try await take.sounds(true)
    await take.server.killDaemon()
    await take.camera.unplug()
    await take.microphone.unplug()
    try await take.shows(alive: false)
    try await take.sounds(false)
    try await take.server.start()
    try await take.camera.plug()
    try await take.microphone.plug()
    try await take.shows(alive: true)
    try await take.sounds(true)
    let ending = try await take.end()
    #expect(ending.kinds == ["camera", "microphone", "service"])
    #expect(ending.movie.duration > 6)
  }
}
