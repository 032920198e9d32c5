import MediaTypes
import Testing
import Viewfinder
import ViewfinderTesting

/// What a person is told, word for word.
@Suite("Events of a session", .timeLimit(.minutes(2)))
struct SessionEventTests {
  /// A studio and what its session has said.
  private struct Audience {
    let studio: VirtualStudio
    private let heard = Heard()
    private let reader: Task<Void, Never>

    private final class Heard: Sendable {
      let events = Locked<[SessionEvent]>([])
    }

    init(_ faults: String = "", cameras: [VirtualCamera] = Audience.cameras) throws {
      studio = try VirtualStudio(faults: faults, cameras: cameras)
      let events = studio.session.events()
      reader = Task { [heard] in
        for await event in events { heard.events.withLock { $0.append(event) } }
      }
    }

    static let cameras = [camera("A", .back), camera("B", .front)]

    static func camera(_ name: String, _ position: CameraPosition) -> VirtualCamera {
      VirtualCamera(
        id: CameraID(name), name: name, position: position,
        sizes: [PixelSize(width: 64, height: 48)])
    }

    var events: [SessionEvent] { heard.events.withLock { $0 } }

    /// Lets time pass until something was said.
    func hear(_ kind: SessionEvent.Kind) async throws -> SessionEvent {
      for _ in 0..<600 {
        if let event = events.last(where: { $0.kind == kind }) { return event }
        try await studio.advance(by: .milliseconds(100))
      }
      return try #require(nil as SessionEvent?, "heard only \(events)")
    }
  }

  @Test("what was asked for and came about is no news")
  func quiet() async throws {
    let audience = try Audience()
    try await audience.studio.start()
    try await audience.studio.flip()
    try await audience.studio.flip()
    await audience.studio.stop()
    try await audience.studio.start()
    await audience.studio.stop()
    #expect(audience.events.isEmpty)
  }

  @Test("a camera that is lost and comes back")
  func back() async throws {
    let audience = try Audience("A.unplug@1s,A.replug@4s", cameras: [Audience.cameras[0]])
    try await audience.studio.start()
    let lost = try await audience.hear(.cameraLost)
    #expect(lost.text == "A was unplugged. Plug it in again.")
    #expect(lost.camera?.rawValue == "A" && lost.error?.code == .unplugged)
    #expect(try await audience.hear(.cameraBack).text == "A is back.")
    await audience.studio.stop()
  }

  @Test("another camera in place of one that is lost")
  func replaced() async throws {
    let audience = try Audience("A.unplug@1s")
    try await audience.studio.start()
    let event = try await audience.hear(.cameraReplaced)
    #expect(event.text == "B is shown in place of A." && event.camera?.rawValue == "B")
    await audience.studio.stop()
  }

  @Test("a flip that fails, and a start that does")
  func failed() async throws {
    let audience = try Audience("B.busy")
    try await audience.studio.start()
    try await audience.studio.flip()
    let event = try await audience.hear(.notFlipped)
    #expect(
      event.text
        == "Not switched: B is in use by another program. Close the program that uses it.")
    await audience.studio.stop()
    let other = try Audience("denied", cameras: [Audience.cameras[0]])
    _ = try? await other.studio.start()
    #expect(try await other.hear(.notStarted).error?.code == .notPermitted)
  }

  @Test("other cameras that come and go")
  func plugs() async throws {
    let audience = try Audience()
    try await audience.studio.start()
    audience.studio.backend.plug(Audience.camera("C", .external))
    #expect(try await audience.hear(.cameraAdded).text == "C was plugged in.")
    audience.studio.backend.unplug(CameraID("C"))
    #expect(try await audience.hear(.cameraRemoved).text == "C was unplugged.")
    #expect(audience.events.count == 2)
    await audience.studio.stop()
  }

  @Test("a microphone that is lost and comes back")
  func microphone() async throws {
    let audience = try Audience("mic.unplug@1s,mic.replug@4s")
    try await audience.studio.start()
    try await audience.studio.openMicrophone()
    let lost = try await audience.hear(.microphoneLost)
    #expect(lost.text.contains("Virtual Microphone was unplugged"))
    #expect(try await audience.hear(.microphoneBack).text == "Virtual Microphone is back.")
    await audience.studio.stop()
  }

  @Test("many readers hear all, each for itself; one that does not read costs nothing")
  func readers() async throws {
    let audience = try Audience()
    let idle = audience.studio.session.events()
    try await audience.studio.start()
    for round in 0..<100 {
      audience.studio.backend.plug(Audience.camera("C\(round)", .external))
      try await audience.studio.advance(by: .milliseconds(5))
    }
    await audience.studio.stop()
    var count = 0
    var iterator = idle.makeAsyncIterator()
    while count < 64, await iterator.next() != nil { count += 1 }
    #expect(count == 64)
  }
}
