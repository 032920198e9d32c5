import CaptureVirtual
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite("A session's microphone", .timeLimit(.minutes(2)))
struct SessionMicrophoneTests {
  /// What was heard, and a way to wait for it.
  private final class Ear: Sendable {
    private let words = Locked<[String]>([])
    private let ends = Locked<[MediaTime]>([])
    private let holes = Locked(0)
    private let (news, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func hear(_ event: MicrophoneEvent) {
      switch event {
      case .found: words.withLock { $0.append("found") }
      case .lost: words.withLock { $0.append("lost") }
      case .ended: words.withLock { $0.append("ended") }
      case .sound(let sound):
        let last = ends.withLock { ends in
          defer { ends.append(sound.presentationTime + sound.duration) }
          return ends.last
        }
        if let last, sound.presentationTime - last > .milliseconds(1) {
          holes.withLock { $0 += 1 }
        }
      }
      signal.yield()
    }

    var said: [String] { words.withLock { $0 } }
    var holeCount: Int { holes.withLock { $0 } }
    var count: Int { ends.withLock { $0.count } }

    func wait(_ what: String, _ isReached: @escaping @Sendable (Ear) -> Bool) async throws {
      try await within(.seconds(30), what) { [self] in
        if isReached(self) { return }
        for await _ in news where isReached(self) { return }
        throw CancellationError()
      }
    }
  }

  private func session(
    _ choice: MicrophoneChoice = .automatic, faults: String = ""
  ) throws -> CameraSession {
    var configuration = CameraSession.Configuration()
    configuration.backends = .named(["virtual"])
    configuration.virtualScript = faults
    configuration.microphone = choice
    configuration.wish = FormatWish(size: PixelSize(width: 320, height: 240))
    return CameraSession(configuration)
  }

  @Test("opens with the session, goes on through flips without a hole, and is given back")
  func flips() async throws {
    let session = try session()
    let ear = Ear()
    let listening = session.microphone.listen(ear.hear)
    try await session.start()
    #expect(await session.microphoneSettled() == nil)
    #expect(session.state.microphone.phase == .running)
    #expect(session.state.microphone.device?.id == VirtualMicrophone.standard.id)
    for _ in 1...3 { try await session.flip(.none, duration: .milliseconds(100)) }
    let before = ear.count
    try await ear.wait("more sound") { $0.count > before + 5 }
    #expect(ear.said == ["found"] && ear.holeCount == 0)
    #expect(session.microphone.levels.count == 2)
    await session.stop()
    #expect(ear.said == ["found", "ended"])
    #expect(session.state.microphone.phase == .off)
    try await session.start()
    #expect(await session.microphoneSettled() == nil, "the choice outlives a stop")
    await session.stop()
    listening.cancel()
  }

  @Test("is not touched when none is chosen, and can be chosen at any time")
  func none() async throws {
    let session = try session(.none)
    try await session.start()
    #expect(session.state.microphone == MicrophoneState())
    try await session.selectMicrophone(.automatic)
    #expect(session.microphone.current?.device.id == VirtualMicrophone.standard.id)
    try await session.selectMicrophone(.none)
    #expect(session.microphone.current == nil)
    let error = await #expect(throws: CaptureError.self) {
      try await session.selectMicrophone(.id(MicrophoneID("nobody")))
    }
    #expect(error?.code == .noSuchMicrophone)
    await session.stop()
  }

  @Test("is lost and found again by itself while pictures go on")
  func replug() async throws {
    let session = try session(faults: "mic.unplug@300ms,mic.replug@800ms")
    let ear = Ear()
    let listening = session.microphone.listen(ear.hear)
    try await session.start()
    try await ear.wait("the second finding") { $0.said == ["found", "lost", "found"] }
    #expect(session.state.phase == .running)
    await session.stop()
    listening.cancel()
  }

  @Test("one that is busy is a problem to be read and no reason not to start")
  func busy() async throws {
    let session = try session(faults: "mic.busy")
    try await session.start()
    #expect(await session.microphoneSettled()?.code == .busy)
    #expect(session.state.phase == .running)
    #expect(session.state.microphone.problem?.code == .busy)
    await session.stop()
  }

  @Test("is listed by the catalog with its road")
  func catalog() async throws {
    let catalog = try MicrophoneCatalog(.named(["virtual"]))
    var lists = catalog.lists().makeAsyncIterator()
    let list = try #require(await lists.next())
    #expect(list.microphones.map(\.backend) == ["virtual"])
  }
}
