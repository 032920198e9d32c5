@_spi(Stage) import AVFoundation
import CaptureCore
import CoreMedia
import Foundation
import MediaTypes
import Testing

@testable import CaptureAVFoundation

extension OnStage {
  @Suite("Trouble", .timeLimit(.minutes(1)))
  struct Trouble {
    init() { Telephone.unpack() }

    @Test("Refused permission empties the list and says where to give it")
    func denied() async throws {
      Telephone.stage.authorization = .notDetermined
      Telephone.stage.willAllow = false
      let backend = Telephone.backend()
      var lists = backend.deviceLists().makeAsyncIterator()
      #expect(await lists.next()?.devices.count == 2, "nobody is asked by looking")
      do {
        _ = try await backend.open(Telephone.back, format: Telephone.format)
        Issue.record("it opened")
      } catch {
        #expect(error.code == .notPermitted)
        #expect(error.remedy.contains("Settings"))
      }
      let list = await lists.next()
      #expect(list?.devices.isEmpty == true && list?.problem?.code == .notPermitted)
      #expect(Telephone.stage.journal.isEmpty, "no camera was touched")
    }

    @Test(
      "An interruption ends the stream with its reason, and its end brings the cameras back",
      arguments: [1, 3, 4, 5, 99])
    func interruption(reason: Int) async throws {
      let backend = Telephone.backend()
      var lists = backend.deviceLists().makeAsyncIterator()
      _ = await lists.next()
      let log = Log()
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      try await stream.start(log.handler)
      await log.wait { !$0.frames.isEmpty }
      Telephone.stage.interrupt(reason)
      await log.wait { $0.failure != nil }
      #expect(log.failure?.remedy.isEmpty == false)
      let list = await lists.next()
      #expect(list?.devices.isEmpty == true && list?.problem == log.failure)
      await stream.close()
      await #expect(throws: CaptureError.self, "no camera while it lasts") {
        _ = try await backend.open(Telephone.back, format: Telephone.format)
      }
      Telephone.stage.endInterruption()
      #expect(await lists.next()?.devices.count == 2)
      let again = try await backend.open(Telephone.back, format: Telephone.format)
      let second = Log()
      try await again.start(second.handler)
      await second.wait { !$0.frames.isEmpty }
      await again.close()
      #expect(Telephone.stage.misuses == [])
    }

    @Test("The session of pictures does not mind that its sound is taken")
    func soundIsNoMatter() async throws {
      let backend = Telephone.backend()
      let log = Log()
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      try await stream.start(log.handler)
      Telephone.stage.interrupt(2)
      Telephone.stage.endInterruption()
      let count = log.frames.count
      await log.wait { $0.frames.count > count }
      #expect(log.failure == nil)
      await stream.close()
    }

    @Test(
      "After a reset of the media services the same session starts again; a second error ends it")
    func reset() async throws {
      let backend = Telephone.backend()
      let log = Log()
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      try await stream.start(log.handler)
      await log.wait { !$0.frames.isEmpty }
      Telephone.stage.fail(.mediaServicesWereReset)
      let count = log.frames.count
      await log.wait { $0.frames.count > count }
      Telephone.stage.fail(.unknown)
      await log.wait { $0.failure != nil }
      #expect(log.failure?.code == .deviceFailed)
      await stream.close()
      let again = try await backend.open(Telephone.back, format: Telephone.format)
      let second = Log()
      try await again.start(second.handler)
      await second.wait { !$0.frames.isEmpty }
      await again.close()
      #expect(Telephone.stage.misuses == [])
    }

    @Test("A camera that another app has is said to be busy")
    func busy() async throws {
      var facts = Telephone.facts("taken", .front)
      facts.refusesInput = true
      Telephone.stage.plug(facts)
      do {
        _ = try await Telephone.backend().open(CameraID("apple-taken"), format: Telephone.format)
        Issue.record("it opened")
      } catch {
        #expect(error.code == .busy)
      }
    }

    @Test("Pressure lowers the rate, and its end raises it again")
    func pressure() async throws {
      let device = Telephone.stage.plug(Telephone.facts("warm", .front))
      let stream = try await Telephone.backend().open(
        CameraID("apple-warm"), format: Telephone.format)
      #expect(abs(device.activeVideoMinFrameDuration.seconds - 1.0 / 30) < 1e-6)
      Telephone.stage.press(device, "serious", \AVCaptureDevice.systemPressureState)
      #expect(abs(device.activeVideoMinFrameDuration.seconds - 1.0 / 20) < 1e-6)
      Telephone.stage.press(device, "nominal", \AVCaptureDevice.systemPressureState)
      #expect(abs(device.activeVideoMinFrameDuration.seconds - 1.0 / 30) < 1e-6)
      await stream.close()
    }

    @Test("An engine on this back end flips, survives an interruption and an unplug, and stops")
    func engine() async throws {
      let board = Board()
      let router = FrameRouter(decoders: nil, clock: HostClock())
      let engine = CaptureEngine(
        backends: [Telephone.backend()], clock: HostClock(), router: router, observer: board)
      try await engine.start()
      let report = try await engine.flip()
      #expect(report.outcome == .done)
      Telephone.stage.interrupt(1)
      await board.wait { events in
        events.contains { if case .interrupted = $0 { true } else { false } }
      }
      let seen = board.events.count
      Telephone.stage.endInterruption()
      await board.wait { events in
        events.dropFirst(seen).contains { if case .started = $0 { true } else { false } }
      }
      Telephone.stage.unplug("front")
      let then = board.events.count
      await board.wait { events in
        events.dropFirst(then).contains {
          if case .started(_, let device, _) = $0 { device.id == Telephone.back } else { false }
        }
      }
      await engine.stop()
      #expect(Telephone.stage.misuses == [])
    }
  }
}

/// What an engine said.
final class Board: CaptureObserver, Sendable {
  private let state = Locked<[CaptureEngineEvent]>([])
  private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  func capture(_ event: CaptureEngineEvent) {
    state.withLock { $0.append(event) }
    news.continuation.yield()
  }

  var events: [CaptureEngineEvent] { state.withLock { $0 } }

  func wait(_ isRight: ([CaptureEngineEvent]) -> Bool) async {
    if isRight(events) { return }
    for await _ in news.stream where isRight(events) { return }
  }
}
