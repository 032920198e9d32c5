import CaptureCore
import CaptureVirtual
import MediaTypes
import Testing

/// Each fault of a script, as the port shows it.
@Suite(.timeLimit(.minutes(1)))
struct FaultTests {
  let clock = ManualClock()
  let events = EventLog()
  private let studio: Studio

  init() { studio = Studio(clock: clock) }

  @Test func unplugAndReplugChangeStreamAndListOnTime() async throws {
    let backend = try studio.backend("a.unplug@2s,a.replug@4s")
    let stream = try await studio.start(backend, "a", events)
    clock.advance(by: .milliseconds(1999))
    #expect(events.failures.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(events.failures.map(\.code) == [.unplugged])
    #expect(try await studio.list(of: backend).devices.map(\.id.rawValue) == ["b"])
    let count = events.events.count
    clock.advance(by: .seconds(1))
    #expect(events.events.count == count)
    clock.advance(by: .seconds(1))
    #expect(try await studio.list(of: backend).devices.map(\.id.rawValue) == ["a", "b"])
    let again = try await studio.start(backend, "a", events)
    clock.advance(by: .seconds(5))
    #expect(events.failures.count == 1, "a fault with a time happens once")
    await stream.close()
    await again.close()
    #expect(clock.armedTimerCount == 0)
  }

  @Test func aStallIsAGapInTimeAndNotInTheCount() async throws {
    let stream = try await studio.start(try studio.backend("stall@100ms:500ms"), "a", events)
    clock.advance(by: .milliseconds(800))
    let times = events.frames.map(\.presentationTime)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(gaps.filter { $0 > .milliseconds(500) }.count == 1)
    #expect(events.frames.map(\.sequence) == (0..<UInt64(events.frames.count)).map { $0 })
    await stream.close()
  }

  @Test func stallsOfNoLengthOrLessDoNothing() async throws {
    let camera = studio.camera("a")
    for length in [MediaTime.zero, .seconds(-1), MediaTime(nanoseconds: .min)] {
      let script = FaultScript([.init(.stall(.milliseconds(50), length: length))])
      let backend = VirtualBackend(clock: clock, script: script, cameras: [camera])
      let events = EventLog()
      let stream = try await studio.start(backend, "a", events)
      clock.advance(by: .milliseconds(200))
      #expect(events.frames.count == 6)
      await stream.close()
    }
  }

  @Test func aSlowCameraBeginsLateAtEachStart() async throws {
    let backend = try studio.backend("a.slow:3s")
    for _ in 0..<2 {
      let stream = try await studio.start(backend, "a", events)
      clock.advance(by: .milliseconds(2999))
      #expect(events.events.isEmpty)
      clock.advance(by: .milliseconds(1))
      #expect(events.frames.count == 1)
      await stream.close()
      events.clear()
    }
  }

  @Test func noStartNeverSendsAFrameAndArmsNothing() async throws {
    let stream = try await studio.start(try studio.backend("nostart"), "a", events)
    #expect(clock.armedTimerCount == 0)
    clock.advance(by: .seconds(60))
    #expect(events.events.isEmpty)
    await stream.close()
  }

  @Test func aFailureEndsTheStreamAndKeepsTheCamera() async throws {
    let backend = try studio.backend("fail@50ms")
    let stream = try await studio.start(backend, "a", events)
    clock.advance(by: .seconds(1))
    #expect(events.failures.map(\.code) == [.deviceFailed])
    #expect(try await studio.list(of: backend).devices.count == 2)
    await stream.close()
  }

  @Test(arguments: [
    ("busy", CaptureError.Code.busy), ("denied", .notPermitted), ("vanish", .unplugged),
  ])
  func someFaultsRefuseTheOpening(script: String, code: CaptureError.Code) async throws {
    let backend = try studio.backend("a.\(script)")
    #expect(
      await studio.refusal(by: backend, of: "a") == code)
    #expect(backend.openCameras.isEmpty)
    await (try await backend.open(CameraID("b"), format: studio.wish)).close()
  }

  @Test func aVanishedCameraIsGoneFromTheListAndComesBack() async throws {
    let backend = try studio.backend("a.vanish,a.replug@1s")
    #expect(try await studio.list(of: backend).devices.count == 2)
    #expect(
      await studio.refusal(by: backend, of: "a")
        == .unplugged)
    #expect(try await studio.list(of: backend).devices.map(\.id.rawValue) == ["b"])
    clock.advance(by: .seconds(1))
    #expect(try await studio.list(of: backend).devices.count == 2)
    await (try await backend.open(CameraID("a"), format: studio.wish)).close()
  }

  @Test func failStartRefusesTheStartAndTheStreamCanOnlyBeClosed() async throws {
    let backend = try studio.backend("failstart")
    let stream = try await backend.open(CameraID("a"), format: studio.wish)
    do {
      try await stream.start(events.handler)
      Issue.record("it started")
    } catch {
      #expect(error.code == .startFailed && !error.remedy.isEmpty)
    }
    clock.advance(by: .seconds(1))
    #expect(events.events.isEmpty)
    await stream.close()
    #expect(backend.openCameras.isEmpty)
  }
}
