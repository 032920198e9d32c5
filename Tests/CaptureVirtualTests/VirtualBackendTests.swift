import CaptureCore
import CaptureVirtual
import MediaTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct VirtualBackendTests {
  let clock = ManualClock()
  let events = EventLog()

  private let wish = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 320, height: 180), rate: .fps30)

  private func camera(_ name: String, concurrency: CameraDevice.Concurrency = .independent)
    -> VirtualCamera
  {
    VirtualCamera(
      id: CameraID(name), name: name, position: .external, sizes: [wish.size],
      concurrency: concurrency)
  }

  private func backend(_ script: String = "", cameras: [VirtualCamera]? = nil) throws
    -> VirtualBackend
  {
    let cameras = cameras ?? [camera("a"), camera("b")]
    return VirtualBackend(
      clock: clock, script: try FaultScript(parsing: script, cameras: cameras), cameras: cameras)
  }

  private func start(_ backend: VirtualBackend, _ id: String = "a") async throws
    -> any CaptureStream
  {
    let stream = try await backend.open(CameraID(id), format: wish)
    try await stream.start(events.handler)
    return stream
  }

  @Test func usualCamerasAreFrontAndBackWith720pAt30First() async throws {
    let backend = VirtualBackend(clock: clock)
    var lists = backend.deviceLists().makeAsyncIterator()
    let list = try #require(await lists.next())
    #expect(list.devices.map(\.position.position) == [.back, .front])
    #expect(list.problem == nil)
    for device in list.devices {
      #expect(device.backend == "virtual")
      let first = try #require(device.formats.first)
      #expect(first.size == PixelSize(width: 1280, height: 720) && first.rate == .fps30)
    }
  }

  @Test func framesComeOnTheScheduleWithTheirOwnCode() async throws {
    let backend = try backend()
    let stream = try await start(backend)
    let began = clock.now
    clock.advance(by: .milliseconds(500))
    #expect(events.frames.count == 15)
    for (index, frame) in events.frames.enumerated() {
      #expect(frame.sequence == UInt64(index))
      let elapsed = (frame.presentationTime - began).nanoseconds
      #expect(elapsed == 33_333_333 + Int64(index) * 1_000_000_000 / 30)
      let reading = try #require(FrameCode.read(frame))
      #expect(
        reading.code
          == FrameCode(
            camera: CameraID("a"), sequence: frame.sequence, time: frame.presentationTime))
      #expect(!reading.isMirrored)
    }
    await stream.close()
    #expect(clock.armedTimerCount == 0)
    #expect(backend.openCameras.isEmpty)
  }
}
