import CaptureVirtual
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite("Many flips", .timeLimit(.minutes(5)))
struct ManyFlipsTests {
  @Test("Hundreds of flips are each accounted for")
  func hundreds() async throws {
    let rate = try #require(FrameRate(250))
    let cameras = [VirtualCamera].frontAndBack.map { camera in
      var camera = camera
      camera.rates = [rate]
      return camera
    }
    let session = try VirtualSession(cameras: cameras).session
    try await session.start()
    for index in 1...Soak.times(300, long: 1000) {
      let report = try await session.flip(.none)
      #expect(report.outcome == .done)
      #expect(report.id == session.statistics.flips.last?.id)
      #expect(session.statistics.flipCount == index)
    }
    await session.stop()
  }

  @Test("20 taps in 100 ms end at the last wish", arguments: 1...5)
  func storm(_ round: Int) async throws {
    let session = try VirtualSession().session
    try await session.start()
    let clock = SystemClock()
    let begin = clock.now
    // Awaited at the end only: each tap is a call of its own, in order.
    var taps: [Task<FlipReport, any Error>] = []
    for tap in 1...20 {
      taps.append(Task { try await session.flip() })
      try await clock.sleep(until: begin + .milliseconds(Int64(5 * tap)))
    }
    var reports: [FlipReport] = []
    for tap in taps { reports.append(try await tap.value) }
    let last = try #require(reports.max { $0.id < $1.id })
    #expect(last.outcome == .done)
    #expect(session.state.camera?.id == last.to)
    #expect(session.state.phase == .running)
    #expect(reports.allSatisfy { $0.outcome == .done || $0.outcome == .superseded })
    await session.stop()
  }

  @Test("a stop in the middle of a storm leaves nothing hanging")
  func stopped() async throws {
    let session = try VirtualSession().session
    try await session.start()
    let taps = (1...20).map { _ in Task { try await session.flip() } }
    await session.stop()
    for tap in taps { _ = await tap.result }
    #expect(session.state.phase == .idle)
    #expect(session.preview.scene(viewport: PixelSize(width: 8, height: 8)).patches.isEmpty)
  }
}
