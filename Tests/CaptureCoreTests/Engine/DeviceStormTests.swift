import MediaTypes
import Testing

@testable import CaptureCore

/// Cameras that come and go faster than anybody can look.
@Suite(.timeLimit(.minutes(1))) struct DeviceStormTests {
  private static func cameras(_ count: Int) -> [CameraDevice] {
    (0..<count).map { Script.camera("camera \($0)", .unknown, .unknown) }
  }

  @Test func ofABackEndsListsOnlyTheLatestWaits() async {
    let inbox = EngineInbox()
    for count in 0...10_000 { inbox.post(DeviceList(devices: Self.cameras(count % 3)), of: "one") }
    inbox.post(DeviceList(), of: "two")
    inbox.finish()
    var messages: [String] = []
    for await message in inbox.takeMessages() ?? AsyncStream(unfolding: { nil }) {
      guard case .devices(let backend) = message else { continue }
      messages.append("\(backend) \(inbox.takeList(of: backend)?.devices.count ?? -1)")
    }
    #expect(messages == ["one \(10_000 % 3)", "two 0"])
    #expect(inbox.takeList(of: "one") == nil)
  }

  @Test func theListIsRightAfterThousandsOfPlugsAndUnplugsBesideAStream() async throws {
    let clock = SteppedClock()
    let log = EventLog<CaptureEngineEvent>()
    let backend = FakeBackend([Script.back], clock: clock)
    let router = FrameRouter(decoders: nil, clock: clock)
    let engine = CaptureEngine(backends: [backend], clock: clock, router: router, observer: log)
    try await engine.start()
    let others = Self.cameras(1000)
    for event in 0..<2000 {
      backend.list([Script.back] + others.prefix(1 + event % 1000))
    }
    let last = [Script.back] + others
    backend.list(last)
    await log.wait { entries in
      entries.contains { event in
        if case .devices(let list) = event { list.devices.count == last.count } else { false }
      }
    }
    #expect(!log.entries.contains { if case .interrupted = $0 { true } else { false } })
    let flip = try await engine.flip()
    #expect(flip.outcome == .done)
    await engine.stop()
    #expect(backend.openCount == 0)
  }
}
