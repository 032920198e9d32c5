import CaptureCore
import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Faults of vivid", .serialized, .enabled(if: Guest.isInside))
struct VividFaultTests {
  private let backend = V4L2Backend(clock: RealClock())
  private let vivid = Vivid(path: "/dev/video0")

  /// The first camera streaming.
  private func start() async throws -> (any CaptureStream, Recorder) {
    let device = try await backend.list("with both") { $0.devices.count == 2 }.devices[0]
    let stream = try await backend.open(device.id, format: try #require(device.mode(.yuyv)))
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    return (stream, recorder)
  }

  /// Whether the camera can be used as if nothing had been.
  private func isUsable() async throws {
    let (stream, recorder) = try await start()
    _ = try await recorder.frames(3)
    await stream.close()
    try await DeviceUse.settle()
  }

  @Test("A faulty buffer is dropped and counted, and the stream goes on")
  func bufferError() async throws {
    let (stream, recorder) = try await start()
    _ = try await recorder.frames(2)
    try vivid.set(.bufferError)
    let log = try await recorder.wait("the fault") { $0.drops[.corrupt] == 1 }
    _ = try await recorder.frames(log.frames + 5)
    await stream.close()
    try await isUsable()
  }

  /// vivid makes the preparing of the buffer fail, which the kernel does as it queues it.
  @Test("A buffer that cannot be queued is offered again, and the stream goes on")
  func queueError() async throws {
    let (stream, recorder) = try await start()
    _ = try await recorder.frames(2)
    for _ in 1...10 {
      try vivid.set(.queueError)
      _ = try await recorder.frames(recorder.log.frames + 3)
    }
    #expect(recorder.log.failure == nil)
    await stream.close()
    try await isUsable()
  }

  @Test("A start that fails says so, and the next one succeeds")
  func startError() async throws {
    try vivid.set(.streamOnError)
    let error = await #expect(throws: CaptureError.self) { _ = try await start() }
    #expect(error?.code == .startFailed)
    #expect(error?.remedy.isEmpty == false)
    try await isUsable()
  }

  @Test("Buffers that cannot be had fail the opening, and the next one succeeds")
  func requestBuffersError() async throws {
    try vivid.set(.requestBuffersError)
    let error = await #expect(throws: CaptureError.self) { _ = try await start() }
    #expect(error?.remedy.isEmpty == false)
    try await isUsable()
  }

  @Test("An error that ends streaming is mended by a restart")
  func fatalError() async throws {
    let (stream, recorder) = try await start()
    for _ in 1...Soak.times(2, long: 20) {
      _ = try await recorder.frames(recorder.log.frames + 12)
      try vivid.set(.fatalError)
      _ = try await recorder.frames(recorder.log.frames + 12)
    }
    #expect(recorder.log.failure == nil)
    await stream.close()
    try await isUsable()
  }

  @Test("Frames that the driver drops are counted as lost by it", arguments: [Int32(10), 50])
  func dropped(percentage: Int32) async throws {
    let (stream, recorder) = try await start()
    try vivid.set(.droppedPercentage, percentage)
    let log = try await recorder.wait("a loss") { ($0.drops[.lostBySource] ?? 0) >= 3 }
    try vivid.set(.droppedPercentage, 0)
    #expect(log.failure == nil)
    await stream.close()
    try await isUsable()
  }

  /// The long form: a frozen webcam is given up by the same rule, and a session leaves this one.
  @Test("A camera that drops everything is given up as silent", .enabled(if: Soak.isWanted))
  func droppedAll() async throws {
    let (stream, recorder) = try await start()
    try vivid.set(.droppedPercentage, 100)
    let error = try await recorder.failure(limit: .seconds(60))
    #expect(error.code == .noFrames)
    try vivid.set(.droppedPercentage, 0)
    await stream.close()
    try await isUsable()
  }

  @Test("Counts and times that wrap lose no frame and give no wrong time")
  func wraps() async throws {
    try vivid.set(.wrapSequence)
    try vivid.set(.wrapTimestamp, 2)
    let (stream, recorder) = try await start()
    let log = try await recorder.frames(Soak.times(40, long: 400))
    await stream.close()
    try vivid.set(.wrapSequence, 0)
    try vivid.set(.wrapTimestamp, 0)
    #expect(zip(log.times, log.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(log.times.allSatisfy { $0 <= RealClock().now && $0 > RealClock().now - .seconds(120) })
    // A busy machine loses some; a count taken for a leap would lose thousands of millions.
    #expect((log.drops[.lostBySource] ?? 0) < 100_000)
  }

  @Test("A disconnected device is gone from the list, and back when it answers again")
  func disconnect() async throws {
    for _ in 1...Soak.times(2, long: 20) {
      let (stream, recorder) = try await start()
      _ = try await recorder.frames(2)
      try vivid.set(.disconnect)
      #expect(try await recorder.failure().code == .unplugged)
      _ = try await backend.list("without it") { $0.devices.count == 1 }
      await stream.close()
      try await isUsable()
    }
  }

  @Test("Nodes that are removed while streaming come back under the same identity")
  func removed() async throws {
    let driver = "/sys/bus/platform/drivers/vivid"
    for _ in 1...Soak.times(2, long: 20) {
      let (stream, recorder) = try await start()
      _ = try await recorder.frames(2)
      let ids = try await backend.list("before").devices.map(\.id)
      // The kernel waits in unbind for nobody.
      try "vivid.0".write(toFile: "\(driver)/unbind", atomically: false, encoding: .utf8)
      #expect(try await recorder.failure().code == .unplugged)
      _ = try await backend.list("none") { $0.devices.isEmpty }
      await stream.close()
      try "vivid.0".write(toFile: "\(driver)/bind", atomically: false, encoding: .utf8)
      let back = try await backend.list("both") { $0.devices.count == 2 }.devices.map(\.id)
      #expect(back == ids)
      try await isUsable()
    }
  }
}
