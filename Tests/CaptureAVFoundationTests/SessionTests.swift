@_spi(Stage) import AVFoundation
import AppleMedia
import CaptureCore
@_spi(Stage) import CoreMedia
@_spi(Stage) import CoreVideo
import Foundation
import MediaTypes
import Testing

@testable import CaptureAVFoundation

extension OnStage {
  @Suite("The one session", .timeLimit(.minutes(1)))
  struct Session {
    init() { Telephone.unpack() }

    @Test("A flip changes a session that runs, in one configuration")
    func flip() async throws {
      let backend = Telephone.backend()
      let old = try await backend.open(Telephone.back, format: Telephone.format)
      let seen = Log()
      try await old.start(seen.handler)
      await seen.wait { $0.frames.count > 1 }
      await old.stop()
      await old.close()
      let new = try await backend.open(Telephone.front, format: Telephone.format)
      let log = Log()
      try await new.start(log.handler)
      await log.wait { $0.frames.count > 1 }
      #expect(log.frames.allSatisfy { $0.source == Telephone.front })
      #expect(
        Telephone.stage.journal == [
          "begin", "+back", "commit", "start", "begin", "-back", "+front", "commit",
        ])
      await new.close()
      #expect(Telephone.stage.misuses == [])
    }

    @Test("A camera that cannot be added leaves the session as it was")
    func rollBack() async throws {
      var facts = Telephone.facts("broken", .front)
      facts.refusesSession = true
      Telephone.stage.plug(facts)
      let backend = Telephone.backend()
      let old = try await backend.open(Telephone.back, format: Telephone.format)
      try await old.start { _ in }
      await old.close()
      await #expect(throws: CaptureError.self) {
        _ = try await backend.open(CameraID("apple-broken"), format: Telephone.format)
      }
      let again = try await backend.open(Telephone.back, format: Telephone.format)
      let log = Log()
      try await again.start(log.handler)
      await log.wait { !$0.frames.isEmpty }
      #expect(
        Telephone.stage.journal == [
          "begin", "+back", "commit", "start", "begin", "-back", "+back", "commit", "begin",
          "commit",
        ])
      #expect(Telephone.stage.misuses == [])
      await again.close()
    }

    @Test("A camera whose mode cannot be set leaves the session as it was")
    func rollBackOfFormat() async throws {
      var facts = Telephone.facts("stubborn", .front)
      facts.refusesConfiguration = true
      Telephone.stage.plug(facts)
      let backend = Telephone.backend()
      let old = try await backend.open(Telephone.back, format: Telephone.format)
      try await old.start { _ in }
      await old.close()
      do {
        _ = try await backend.open(CameraID("apple-stubborn"), format: Telephone.format)
        Issue.record("it opened")
      } catch {
        #expect(error.code == .busy)
      }
      #expect(
        Telephone.stage.journal.suffix(5) == ["-back", "+stubborn", "-stubborn", "+back", "commit"])
      #expect(Telephone.stage.misuses == [])
    }

    @Test("The camera is off soon after the last stream has gone")
    func lightGoesOut() async throws {
      let backend = Telephone.backend()
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      try await stream.start { _ in }
      var news = Telephone.stage.news().makeAsyncIterator()
      await stream.close()
      var last: String?
      while last != "commit" { last = await news.next() }
      #expect(Telephone.stage.journal.suffix(4) == ["stop", "begin", "-back", "commit"])
    }

    @Test("Several cameras run side by side where the device can")
    func sideBySide() async throws {
      Telephone.unpack(multiCam: true)
      let backend = Telephone.backend()
      let (first, second) = (Log(), Log())
      let back = try await backend.open(Telephone.back, format: Telephone.format)
      try await back.start(first.handler)
      let front = try await backend.open(Telephone.front, format: Telephone.format)
      try await front.start(second.handler)
      await second.wait { $0.frames.count > 2 }
      let count = first.frames.count
      await first.wait { $0.frames.count > count }
      await back.close()
      let after = second.frames.count
      await second.wait { $0.frames.count > after }
      await front.close()
      #expect(Telephone.stage.misuses == [])
    }

    @Test("Cameras that cost too much together are refused, and the first runs on")
    func tooCostly() async throws {
      Telephone.unpack(multiCam: true)
      let backend = Telephone.backend()
      let log = Log()
      let back = try await backend.open(Telephone.back, format: Telephone.format)
      try await back.start(log.handler)
      Telephone.stage.hardwareCost = 1.5
      do {
        _ = try await backend.open(Telephone.front, format: Telephone.format)
        Issue.record("it opened")
      } catch {
        #expect(error.code == .busy)
      }
      let count = log.frames.count
      await log.wait { $0.frames.count > count }
      await back.close()
      #expect(Telephone.stage.misuses == [])
    }

    @Test("Frames are the platform's own memory, unlocked when the last holder lets go")
    func noCopy() async throws {
      let backend = Telephone.backend()
      var log: Log? = Log()
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      try await stream.start(try #require(log).handler)
      await log?.wait { !$0.frames.isEmpty }
      await stream.close()
      let picture = try #require(log?.frames.first?.buffer.pixelBuffer?.value)
      #expect(picture.lockCount == 1)
      log = nil
      #expect(picture.lockCount == 0)
    }

    @Test("Frames carry the turn of the device, the colour and the host's time")
    func facts() async throws {
      Telephone.stage.turn(to: 90)
      Telephone.stage.sessionClock = CMClock(secondsAhead: 1000)
      let backend = Telephone.backend()
      let log = Log()
      let before = HostClock().now
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      try await stream.start(log.handler)
      await log.wait { !$0.frames.isEmpty }
      Telephone.stage.turn(to: 180)
      await log.wait { $0.frames.last?.rotation == .half }
      await stream.close()
      let frame = try #require(log.frames.first)
      #expect(frame.rotation == .clockwise90)
      #expect(frame.color == .bt709)
      #expect((before...HostClock().now).contains(frame.presentationTime))
    }
  }
}
