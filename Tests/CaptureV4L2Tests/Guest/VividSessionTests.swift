import CaptureCore
import Foundation
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@testable import CaptureV4L2

@Suite("A session with vivid's faults", .serialized, .enabled(if: Guest.isInside))
struct VividSessionTests {
  private static let ids = ["platform:vivid-000", "platform:vivid-001"].map { CameraID($0) }
  private let back = Vivid(path: "/dev/video0")
  private let front = Vivid(path: "/dev/video1")
  private var session: CameraSession

  init() { session = Self.session { $0.bePatient() } }

  private static func session(_ adjust: (inout CaptureSettings) -> Void) -> CameraSession {
    var configuration = CameraSession.Configuration()
    configuration.backends = .named(["v4l2"])
    configuration.camera = .id(ids[0])
    configuration.wish = FormatWish(size: PixelSize(width: 320, height: 180))
    adjust(&configuration.settings)
    return CameraSession(configuration)
  }

  private func see(_ count: Int) async throws {
    let frames = session.frames()
    try await within(.seconds(60), "\(count) frames") {
      var seen = 0
      for await _ in frames {
        seen += 1
        if seen == count { return }
      }
    }
  }

  private func reach(
    _ what: String, where isMet: @escaping @Sendable (SessionState) -> Bool
  ) async throws -> SessionState {
    try await within(.seconds(60), what) { [session] in
      for await state in session.states() where isMet(state) { return state }
      throw CancellationError()
    }
  }

  /// The session shows the first camera, flips there and back, and gives everything back.
  private func isUsable() async throws {
    for camera in [Self.ids[1], Self.ids[0]] {
      let report = try await session.select(camera, transition: .none)
      #expect(report.outcome == .done)
    }
    try await see(3)
    #expect(session.state.phase == .running)
    await session.stop()
    #expect(session.state.phase == .idle)
    try await DeviceUse.settle()
  }

  @Test("Flips between two cameras, there and back")
  func flips() async throws {
    try await session.start()
    for _ in 1...Soak.times(5, long: 100) {
      let report = try await session.flip(.none)
      #expect(report.outcome == .done)
      #expect(report.from != report.to)
    }
    #expect(session.statistics.flipCount == Soak.times(5, long: 100))
    await session.stop()
    try await DeviceUse.settle()
  }

  @Test("Faulty pictures are counted, refused buffers offered again, streaming errors mended")
  func faultsThatPass() async throws {
    try await session.start()
    try await see(12)
    for _ in 1...Soak.times(1, long: 20) {
      for fault in [Vivid.Control.bufferError, .queueError, .fatalError] {
        try back.set(fault)
        try await see(12)
      }
    }
    #expect(session.statistics.dropped[.corrupt] ?? 0 > 0)
    #expect(session.state.phase == .running && session.state.problem == nil)
    #expect(session.state.camera?.id == Self.ids[0])
    try await isUsable()
  }

  @Test(
    "A start that fails is thrown with a remedy, in a flip it rolls back; the next one succeeds",
    arguments: [Vivid.Control.streamOnError, .requestBuffersError])
  func startError(_ fault: Vivid.Control) async throws {
    try back.set(fault)
    let error = await #expect(throws: CaptureError.self) { try await session.start() }
    #expect(error?.remedy.isEmpty == false)
    #expect(session.state.phase == .failed && session.state.problem == error)
    try await session.start()
    try front.set(fault)
    let report = try await session.flip(.none)
    guard case .rolledBack(let reason) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(reason.remedy.isEmpty == false)
    #expect(session.state.phase == .running && session.state.camera?.id == Self.ids[0])
    try await isUsable()
  }

  @Test("Dropped pictures are counted as lost by the driver", arguments: [Int32(10), 50])
  func dropped(percentage: Int32) async throws {
    defer { try? back.set(.droppedPercentage, 0) }
    try await session.start()
    try back.set(.droppedPercentage, percentage)
    while (session.statistics.dropped[.lostBySource] ?? 0) < 3 { try await see(5) }
    #expect(session.state.phase == .running && session.state.problem == nil)
    try back.set(.droppedPercentage, 0)
    try await isUsable()
  }

  @Test("A camera that drops everything is left for the other, with the reason")
  mutating func droppedAll() async throws {
    session = Self.session { settings in
      settings.stallTimeout = .seconds(2)
      settings.restartLimit = 1
    }
    defer { try? back.set(.droppedPercentage, 0) }
    try await session.start()
    try back.set(.droppedPercentage, 100)
    let state = try await reach("the other camera") {
      $0.camera?.id == Self.ids[1] && $0.phase == .running
    }
    #expect(state.problem?.code == .noFrames)
    #expect(state.problem?.remedy.isEmpty == false)
    try back.set(.droppedPercentage, 0)
    try await isUsable()
  }

  @Test("A camera that is disconnected is left for the other, and there again")
  func disconnected() async throws {
    for _ in 1...Soak.times(1, long: 20) {
      try await session.start()
      try await see(3)
      try back.set(.disconnect)
      let state = try await reach("the other camera") {
        $0.camera?.id == Self.ids[1] && $0.phase == .running
      }
      #expect(state.problem?.code == .unplugged)
      _ = try await reach("both cameras") { $0.cameras.count == 2 }
      try await isUsable()
    }
  }

  @Test("Both cameras removed while streaming: interrupted; brought back: shown again by itself")
  func removed() async throws {
    let driver = "/sys/bus/platform/drivers/vivid"
    for _ in 1...Soak.times(1, long: 20) {
      try await session.start()
      try await see(3)
      try "vivid.0".write(toFile: "\(driver)/unbind", atomically: false, encoding: .utf8)
      let state = try await reach("no camera") { $0.cameras.isEmpty && $0.phase == .interrupted }
      #expect(state.problem?.remedy.isEmpty == false)
      try "vivid.0".write(toFile: "\(driver)/bind", atomically: false, encoding: .utf8)
      let back = try await reach("a camera") { $0.phase == .running && $0.cameras.count == 2 }
      #expect(back.camera?.id == Self.ids[0])
      try await isUsable()
    }
  }
}
