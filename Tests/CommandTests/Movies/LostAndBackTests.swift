import CaptureCore
import CapturePipeWire
import Foundation
import MediaTypes
import RecordCore
import TestSupport
import Testing
import Viewfinder

@Suite(
  "One take with a real PipeWire", .serialized, .requires(.pipeWire), .requires(.ffmpeg),
  .timeLimit(.minutes(4)))
struct LostAndBackTests {
  @Test("Microphone, camera and daemon lost and back: one movie that plays, the report names each")
  func everythingOnce() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(.init(name: "desk"), into: server)
    let microphone = SilentMicrophone("mic", on: server)
    try await microphone.plug()
    let session = CameraSession(configuration(server))
    try await session.start()
    try await session.waits { $0.microphone.phase == .running }
    let folder = try TemporaryFolder()
    let recording = try await session.record(to: folder.file("a.mp4"), Self.settings)

    try await goesOn(recording)
    await microphone.unplug()
    try await session.waits { $0.microphone.phase != .running }
    try await goesOn(recording)
    try await microphone.plug()
    try await session.waits { $0.microphone.phase == .running }
    await camera.unplug()
    try await session.waits { $0.phase == .interrupted }
    try await goesOn(recording)
    try await camera.plug()
    try await session.waits { $0.phase == .running }
    try await goesOn(recording)
    await server.killDaemon()
    await camera.unplug()
    await microphone.unplug()
    try await session.waits { $0.phase == .interrupted && $0.microphone.phase != .running }
    try await server.start()
    try await camera.plug()
    try await microphone.plug()
    try await session.waits { $0.phase == .running && $0.microphone.phase == .running }
    try await goesOn(recording)

    let report = try await recording.stop()
    await session.stop()
    expectEach(report)
    try await expectPlays(report)
    await camera.unplug()
    await microphone.unplug()
    await server.stop()
  }

  private static var settings: RecordingSettings {
    var settings = RecordingSettings()
    settings.canvas.size = PixelSize(width: 640, height: 360)
    return settings
  }

  private func configuration(_ server: PipeWireServer) -> CameraSession.Configuration {
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    var configuration = CameraSession.Configuration()
    configuration.backends = .custom([backend])
    configuration.microphoneBackends = [backend]
    configuration.microphone = .automatic
    configuration.wish = FormatWish(size: Self.settings.canvas.size)
    return configuration
  }

  /// Waits until the movie is longer than it is, whatever is lost.
  private func goesOn(_ recording: Recording) async throws {
    let goal = recording.progress.duration + .milliseconds(700)
    _ = try await within(.seconds(30), "the movie to go on") {
      await recording.progresses().first { $0.duration > goal }
    }
  }

  private func expectEach(_ report: TakeReport) {
    let losses = report.interruptions
    #expect(Set(losses.map(\.kind)) == [.microphone, .camera, .service], "\(report)")
    #expect(losses.count { $0.kind == .microphone } == 2, "\(report)")
    #expect(losses.allSatisfy { $0.end != nil }, "\(report)")
    #expect(report.gaps.count { $0.reason == .interruption } == 2, "\(report)")
    #expect(report.problem == nil)
    #expect(report.silence > .milliseconds(700))
  }

  private func expectPlays(_ report: TakeReport) async throws {
    let movie = try await MovieFile(report.path)
    #expect(movie.streams.map(\.kind).sorted() == ["audio", "video"])
    let times = try await movie.pictureTimes()
    #expect(times.count == Int(report.framesWritten))
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 * 30 - ($0 * 30).rounded()) < 0.015 }, "\(steps.max() ?? 0)")
    #expect(abs(movie.duration - report.duration.seconds) < 0.05, "\(movie.duration)")
  }
}

extension CameraSession {
  /// Waits until its state is as wished.
  fileprivate func waits(until fits: @escaping @Sendable (SessionState) -> Bool) async throws {
    do {
      _ = try await within(.seconds(30), "") { [self] in await states().first(where: fits) }
    } catch {
      throw TestSupportError("it stays so: \(state.phase), \(state.microphone)")
    }
  }
}
