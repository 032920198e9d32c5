import CaptureCore
import MediaTypes
import Testing

/// The driver with back ends that do as they are told, on a clock that the test moves.
@Suite(.timeLimit(.minutes(1))) struct CaptureEngineTests {
  let clock = SteppedClock()
  let log = EventLog<CaptureEngineEvent>()
  let backend: FakeBackend
  let router: FrameRouter
  let engine: CaptureEngine
  let settings: CaptureSettings
  let back = Script.back
  let front = Script.front

  init() {
    backend = FakeBackend([Script.back, Script.front], clock: clock)
    router = FrameRouter(decoders: nil, clock: clock)
    // No two alike, so that a test can tell which is armed.
    var settings = CaptureSettings()
    settings.releaseTimeout = .milliseconds(2100)
    self.settings = settings
    engine = CaptureEngine(
      backends: [backend], clock: clock, router: router, settings: settings, observer: log)
  }

  // MARK: Start and stop

  @Test func startReturnsWithTheFirstFrame() async throws {
    try await engine.start()
    #expect(log.entries.contains { $0.startedCamera == back.id })
    #expect(router.statistics.delivered == 1)
    await engine.stop()
    #expect(log.entries.last == .stopped)
    #expect(backend.openCount == 0)
    #expect(clock.armedCount == 0)
  }

  @Test func startWithoutACameraThrowsAfterTheSearch() async throws {
    backend.list([], problem: CaptureError(.serviceUnavailable, "Gone.", remedy: "Start it."))
    let start = Task { try await engine.start() }
    await clock.pass(settings.searchTimeout)
    let error = await #expect(throws: CaptureError.self) { try await start.value }
    #expect(error?.code == .noCamera)
    #expect(error?.remedy == "Start it.")
    // It can be used afterwards.
    backend.list([back])
    try await engine.start()
    await engine.stop()
  }

  @Test(arguments: [CaptureError.Code.busy, .notPermitted, .noSuchCamera])
  func errorsOfBackEndsPassThrough(_ code: CaptureError.Code) async {
    backend.list([back])
    backend.set(back, .refuses(CaptureError(code, "No.")))
    let error = await #expect(throws: CaptureError.self) { try await engine.start() }
    #expect(error == CaptureError(code, "No."))
    #expect(clock.armedCount == 0)
  }

  @Test func aCameraThatRefusesToStartIsClosed() async {
    backend.list([back])
    backend.set(back, .refusesToStart(CaptureError(.startFailed, "No bandwidth.")))
    let error = await #expect(throws: CaptureError.self) { try await engine.start() }
    #expect(error?.code == .startFailed)
    await engine.stop()
    #expect(backend.openCount == 0)
  }

  @Test func stopEndsAStartThatHangsAndTheLateCameraIsClosed() async throws {
    backend.list([back])
    backend.set(back, .hangs)
    let start = Task { try await engine.start() }
    await backend.log.wait(for: { $0 == .opening(back.id) })
    async let stop: Void = engine.stop()
    let error = await #expect(throws: CaptureError.self) { try await start.value }
    #expect(error?.code == .stopped)
    await clock.pass(settings.releaseTimeout)
    await stop
    #expect(log.entries.last == .stopped)
    backend.release()
    await backend.log.wait(for: { $0 == .closed(back.id) })
  }

  @Test func stopIsFineInAnyStateAndTwice() async throws {
    await engine.stop()
    try await engine.start()
    async let first: Void = engine.stop()
    async let second: Void = engine.stop()
    _ = await (first, second)
    #expect(log.entries.count { $0 == .stopped } == 1)
  }

  @Test func anEngineThatIsLetGoClosesItsCamera() async throws {
    var engine: CaptureEngine? = CaptureEngine(
      backends: [backend], clock: clock, router: router, observer: log)
    try await engine?.start()
    engine = nil
    await backend.log.wait(for: { $0 == .closed(back.id) })
  }

  // MARK: Flips

  @Test func aFlipReportsItsMoments() async throws {
    try await engine.start()
    let first = clock.now
    clock.advance(by: .milliseconds(100))
    let report = try await engine.flip()
    #expect(report.outcome == .done)
    #expect(report.from == back.id)
    #expect(report.to == front.id)
    #expect(report.askedAt == clock.now)
    #expect(report.lastOldFrame == first)
    #expect(report.firstNewFrame == clock.now)
    #expect(log.entries.count { $0 == .flipEnded(report) } == 1)
    #expect(backend.openCount == 1)
    await engine.stop()
  }

  @Test func aBusyCameraRollsBack() async throws {
    let busy = CaptureError(.busy, "In use.")
    backend.set(front, .refuses(busy))
    try await engine.start()
    #expect(try await engine.flip().outcome == .rolledBack(busy))
    #expect(log.entries.last { $0.startedCamera != nil }?.startedCamera == back.id)
    #expect(backend.count(FakeBackend.Act.opened, of: back) == 2)
    await engine.stop()
    #expect(backend.openCount == 0)
  }

  @Test(arguments: [FakeBackend.Behaviour.isSilent, .isStale])
  func aCameraWithoutAFrameSinceItsStartRollsBack(_ behaviour: FakeBackend.Behaviour) async throws {
    backend.set(front, behaviour)
    try await engine.start()
    async let flip = engine.flip()
    await clock.pass(settings.firstFrameTimeout)
    #expect(try await flip.outcome.word == "rolledBack noFrames")
    if case .isStale = behaviour { #expect(router.statistics.dropped[.stale] == 1) }
    await engine.stop()
    #expect(backend.openCount == 0)
  }

  @Test func aCameraThatHangsRollsBackAndIsClosedWhenItComes() async throws {
    backend.set(front, .hangs)
    try await engine.start()
    async let flip = engine.flip()
    // Once for each camera; then the old one waits for the new one to give up.
    await clock.pass(settings.openTimeout, count: 2)
    await clock.pass(settings.releaseTimeout, count: 2)
    #expect(try await flip.outcome.word == "rolledBack startFailed")
    backend.release()
    await backend.log.wait(for: { $0 == .closed(front.id) })
    await engine.stop()
    #expect(backend.openCount == 0)
  }

  @Test(arguments: [20, 21])
  func manyTapsEndWhereTheLastOneSays(_ count: Int) async throws {
    try await engine.start()
    var taps: [Task<FlipReport, any Error>] = []
    for number in 1...count {
      taps.append(Task { try await engine.flip() })
      await log.wait(for: \.isFlipBegan, count: number)
    }
    var reports: [FlipReport] = []
    for tap in taps { reports.append(try await tap.value) }
    #expect(Set(reports.map(\.id)).count == count)
    #expect(reports.last?.outcome == .done)
    #expect(reports.last?.to == (count.isMultiple(of: 2) ? back.id : front.id))
    #expect(log.entries.last { $0.startedCamera != nil }?.startedCamera == reports.last?.to)
    await engine.stop()
    #expect(backend.openCount == 0)
  }

  @Test func aThousandFlipsAreAllAccountedFor() async throws {
    try await engine.start()
    for number in 1...1000 {
      let report = try await engine.flip()
      #expect(report.outcome == .done)
      #expect(report.id.rawValue == UInt64(number))
    }
    #expect(log.entries.count { $0.isFlipBegan } == 1000)
    #expect(log.entries.count { $0.isFlipEnded } == 1000)
    #expect(backend.openCount == 1)
    await engine.stop()
    #expect(backend.openCount == 0)
    #expect(clock.armedCount == 0)
  }

  @Test func flipsBeforeTheStartAndWithOneCameraAreRefused() async throws {
    let early = await #expect(throws: CaptureError.self) { try await engine.flip() }
    #expect(early?.code == .invalidRequest)
    backend.list([back])
    try await engine.start()
    let alone = await #expect(throws: CaptureError.self) { try await engine.flip() }
    #expect(alone?.code == .noSuchCamera)
    await engine.stop()
  }

  // MARK: Losses

  @Test func anUnpluggedCameraIsTakenBackWhenItReturns() async throws {
    backend.list([back])
    try await engine.start()
    backend.list([])
    // Else the engine may hear of the failure first, and give a camera that it takes to be there some time.
    await log.wait(for: { $0 == .devices(DeviceList()) })
    backend.stream(of: back)?.send(.failed(Script.unplugged))
    await log.wait(for: { $0 == .interrupted(back, Script.unplugged) })
    backend.list([back])
    await log.wait(for: { $0.startedCamera == back.id }, count: 2)
    await engine.stop()
    #expect(backend.openCount == 0)
  }

  @Test func aCameraThatStallsIsStartedAgain() async throws {
    backend.list([back])
    try await engine.start()
    await clock.pass(settings.stallTimeout)
    await clock.pass(settings.restartDelay)
    await log.wait(for: { $0.startedCamera == back.id }, count: 2)
    #expect(backend.count(FakeBackend.Act.closed, of: back) == 1)
    await engine.stop()
  }

  @Test func aCameraThatSendsFramesIsLeftAlone() async throws {
    backend.list([back])
    try await engine.start()
    clock.advance(by: .seconds(2))
    backend.stream(of: back)?.sendFrame(at: clock.now)
    clock.advance(by: .seconds(1))
    // The watchdog looks again three seconds after the frame that came two seconds in.
    await clock.delays.wait(for: { $0 == .seconds(2) }, count: 2)
    #expect(backend.count(FakeBackend.Act.opened, of: back) == 1)
    await engine.stop()
  }
}

extension CaptureEngineEvent {
  fileprivate var startedCamera: CameraID? {
    if case .started(_, let device, _) = self { return device.id }
    return nil
  }

  fileprivate var isFlipBegan: Bool {
    if case .flipBegan = self { return true }
    return false
  }

  fileprivate var isFlipEnded: Bool {
    if case .flipEnded = self { return true }
    return false
  }
}
