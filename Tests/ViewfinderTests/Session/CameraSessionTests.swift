import CaptureVirtual
import MediaTypes
import Testing
import Viewfinder

@Suite("Camera session", .timeLimit(.minutes(2)))
struct CameraSessionTests {
  @Test("starts with the back camera, sends its frames and stops")
  func startStop() async throws {
    let session = try VirtualSession().session
    #expect(session.state.phase == .idle)
    let frames = session.frames()
    try await session.start()
    #expect(session.state.phase == .running)
    #expect(session.state.camera?.position.position == .back)
    #expect(session.state.cameras.count == 2)
    #expect(session.state.canFlip)
    var iterator = frames.makeAsyncIterator()
    let frame = try #require(await iterator.next())
    #expect(frame.source == session.state.camera?.id)
    #expect(frame.size == session.state.format?.size)
    await session.stop()
    #expect(session.state.phase == .idle)
    while await iterator.next() != nil {}
  }

  @Test("can be started again, and starting or stopping twice is no error")
  func again() async throws {
    let session = try VirtualSession().session
    for _ in 1...3 {
      try await session.start()
      try await session.start()
      await session.stop()
      await session.stop()
    }
    #expect(session.state.phase == .idle)
  }

  @Test("frames end with the session, also for who still reads when it has no owner any more")
  func framesEndWithTheSession() async throws {
    var session: CameraSession? = try VirtualSession().session
    try await session?.start()
    let frames = try #require(session?.frames())
    session = nil
    for await _ in frames {}
  }

  @Test("a stop while it starts leads to rest, without a problem and without news")
  func stopWhileStarting() async throws {
    let session = try VirtualSession("back.slow:60s,front.slow:60s").session
    let events = session.events()
    let start = Task { try await session.start() }
    _ = try await session.state { $0.phase == .starting }
    while session.state.phase == .starting { await session.stop() }
    await #expect(throws: CaptureError.self) { try await start.value }
    #expect(session.state.phase == .idle && session.state.problem == nil)
    let watch = Task { await events.first { _ in true } }
    watch.cancel()
    #expect(await watch.value == nil)
  }

  @Test("a flip that is asked for without a word of how it looks, looks as the view says")
  func flipOfTheView() async throws {
    let session = try VirtualSession().session
    let viewport = PixelSize(width: 160, height: 120)
    try await session.start()
    _ = session.preview.scene(viewport: viewport)
    #expect(session.preview.transition == .flipFromLeft)
    for (transition, isSeen) in [(Transition.none, false), (.flipFromTop, true)] {
      session.preview.transition = transition
      try await session.flip(duration: .seconds(60))
      _ = session.preview.scene(viewport: viewport)
      #expect(session.preview.isAnimating == isSeen)
    }
    await session.stop()
  }

  @Test("flips to the other camera and back, and frames go on in order of time")
  func flip() async throws {
    let session = try VirtualSession().session
    try await session.start()
    let frames = session.frames(bound: 100)
    for position in [CameraPosition.front, .back] {
      let report = try await session.flip()
      #expect(report.outcome == .done)
      #expect(session.state.camera?.position.position == position)
      let asked = report.askedAt
      let first = try #require(report.firstNewFrame)
      #expect(first > asked)
      let lastOld = try #require(report.lastOldFrame)
      #expect(lastOld <= SystemClock().now)
    }
    await session.stop()
    var times: [MediaTime] = []
    for await frame in frames { times.append(frame.presentationTime) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(session.statistics.flipCount == 2)
  }

  @Test("during a turn both faces are live where both cameras can stream at once")
  func bothLive() async throws {
    let session = try VirtualSession().session
    let viewport = PixelSize(width: 32, height: 24)
    let (changes, changed) = AsyncStream.makeStream(of: Void.self)
    let observation = session.preview.onChange { changed.yield() }
    try await session.start()
    let start = SystemClock().now
    try await session.flip(duration: .seconds(1000))
    // The turn stands still, nearly; both cameras go on, for longer than a usual turn.
    var seen: Set<UInt64> = []
    for await _ in changes {
      let patches = session.preview.scene(viewport: viewport, at: start).patches
      #expect(patches.allSatisfy { $0.frame.source == VirtualCamera.back.id })
      seen.formUnion(patches.map(\.frame.sequence))
      if seen.count == 40 { break }
    }
    observation.cancel()
    await session.stop()
  }

  @Test("selects a camera by its identity, and refuses one that is not there")
  func select() async throws {
    let session = try VirtualSession().session
    try await session.start()
    let front = try #require(session.state.cameras.first { $0.position.position == .front })
    #expect(try await session.select(front.id).outcome == .done)
    #expect(session.state.camera?.id == front.id)
    await #expect(throws: CaptureError.self) { try await session.select(CameraID("nobody")) }
    #expect(session.state.phase == .running)
    await session.stop()
  }

  @Test("a flip before the start is refused and changes nothing")
  func tooEarly() async throws {
    let session = try VirtualSession().session
    #expect(!session.state.canFlip)
    await #expect(throws: CaptureError.self) { try await session.flip() }
    #expect(session.state.phase == .idle)
  }

  @Test("with one camera there is a hint instead of a flip")
  func oneCamera() async throws {
    let session = try VirtualSession(cameras: [.front]).session
    try await session.start()
    #expect(!session.state.canFlip)
    #expect(session.state.flipHint?.contains("one camera") == true)
    await #expect(throws: CaptureError.self) { try await session.flip() }
    #expect(session.state.phase == .running)
    await session.stop()
  }

  @Test("without a camera start fails with a remedy, ends frame streams, and works later")
  func noCamera() async throws {
    let virtual = try VirtualSession(cameras: []) { $0.settings.searchTimeout = .seconds(3) }
    let session = virtual.session
    let frames = session.frames()
    let error = await #expect(throws: CaptureError.self) { try await session.start() }
    #expect(error?.code == .noCamera)
    #expect(error?.remedy.isEmpty == false)
    #expect(session.state.phase == .failed)
    #expect(session.state.problem == error)
    for await _ in frames {}
    virtual.backend.plug(.back)
    try await session.start()
    #expect(session.state.phase == .running)
    #expect(session.state.problem == nil)
    await session.stop()
  }

  @Test("an unplugged only camera is an interruption with words; replugged it goes on by itself")
  func unplug() async throws {
    let virtual = try VirtualSession(cameras: [.back])
    let session = virtual.session
    try await session.start()
    virtual.backend.unplug(VirtualCamera.back.id)
    let interrupted = try await session.state { $0.phase == .interrupted }
    #expect(interrupted.problem?.message.isEmpty == false)
    virtual.backend.plug(.back)
    let running = try await session.state { $0.phase == .running }
    #expect(running.problem == nil)
    await session.stop()
  }

  @Test("another camera takes the place of an unplugged one, and the reason stays to be read")
  func replacement() async throws {
    let virtual = try VirtualSession()
    let session = virtual.session
    try await session.start()
    virtual.backend.unplug(VirtualCamera.back.id)
    let state = try await session.state { $0.camera?.id == VirtualCamera.front.id }
    #expect(state.problem?.code == .unplugged)
    await session.stop()
  }

  @Test("a flip to a camera that sends nothing rolls back with words, and the session runs on")
  func rollBack() async throws {
    let session = try VirtualSession("front.nostart") {
      $0.settings.firstFrameTimeout = .seconds(2)
    }.session
    try await session.start()
    let report = try await session.flip()
    guard case .rolledBack(let error) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(error.code == .noFrames)
    #expect(session.state.phase == .running)
    #expect(session.state.camera?.position.position == .back)
    #expect(session.state.problem == error)
    await session.stop()
  }
}
