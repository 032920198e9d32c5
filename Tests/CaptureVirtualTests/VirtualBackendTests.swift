import CaptureConformance
import CaptureCore
import CaptureVirtual
import MediaTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct VirtualBackendTests {
  let clock = ManualClock()
  let events = EventLog()
  private let studio: Studio

  init() { studio = Studio(clock: clock) }

  @Test func conformsToThePortOfCaptureBackends() async throws {
    try await CaptureConformance(
      makeBackend: { [studio] in try studio.backend() },
      letTimePass: { [clock] in clock.advance(by: .milliseconds(300)) },
      unplug: { backend, id in backend.unplug(id) }
    ).run()
    #expect(clock.armedTimerCount == 0)
  }

  @Test func usualCamerasAreFrontAndBackWith720pAt30First() async throws {
    let backend = VirtualBackend(clock: clock)
    let list = try await studio.list(of: backend)
    #expect(list.devices.map(\.position.position) == [.back, .front])
    #expect(list.problem == nil)
    for device in list.devices {
      #expect(device.backend == "virtual")
      let first = try #require(device.formats.first)
      #expect(first.size == PixelSize(width: 1280, height: 720) && first.rate == .fps30)
    }
    #expect(list.devices[0].canStream(beside: list.devices[1]))
  }

  @Test func framesComeOnTheScheduleWithTheirOwnCode() async throws {
    let backend = try studio.backend()
    let stream = try await studio.start(backend, "a", events)
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

  @Test func aRunIsTheSameEachTime() async throws {
    func run() async throws -> [UInt64] {
      let clock = ManualClock()
      let studio = Studio(clock: clock)
      let events = EventLog()
      let stream = try await studio.start(try studio.backend(), "a", events)
      clock.advance(by: .milliseconds(200))
      await stream.close()
      return events.frames.map { frame in
        frame.buffer.withBytes { bytes in
          (0..<bytes.byteCount).reduce(0) { sum, index in
            sum &* 31 &+ UInt64(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
          }
        }
      }
    }
    let first = try await run()
    #expect(first.count == 6)
    #expect(try await run() == first)
  }

  @Test func framesThatNobodyLetsGoOfAreCountedAsDropped() async throws {
    let stream = try await studio.start(try studio.backend(), "a", events)
    clock.advance(by: .seconds(1))
    #expect(events.frames.count == 16)
    #expect(events.dropped(.noBuffer) == 14)
    events.clear()
    clock.advance(by: .milliseconds(100))
    #expect(events.frames.first?.sequence == 30)
    await stream.close()
  }

  @Test func aCameraIsOpenOnceAtATime() async throws {
    let backend = try studio.backend()
    let first = try await backend.open(CameraID("a"), format: studio.wish)
    #expect(backend.openCameras.map(\.rawValue) == ["a"])
    #expect(
      await studio.refusal(by: backend, of: "a") == .busy)
    await first.close()
    let second = try await backend.open(CameraID("a"), format: studio.wish)
    await first.close()
    #expect(
      backend.openCameras.map(\.rawValue) == ["a"],
      "a closed stream does not free another one's camera")
    await second.close()
    #expect(backend.openCameras.isEmpty)
  }

  @Test func aStreamThatNobodyHoldsGivesItsCameraBack() async throws {
    let backend = try studio.backend()
    do { _ = try await studio.start(backend, "a", events) }
    #expect(backend.openCameras.isEmpty)
    #expect(clock.armedTimerCount == 0)
  }

  @Test func camerasOfOneGroupDoNotRunTogether() async throws {
    let cameras = [
      studio.camera("a", concurrency: .group("bus")),
      studio.camera("b", concurrency: .group("bus")),
      studio.camera("c"), studio.camera("d", concurrency: .unknown),
    ]
    let backend = try studio.backend(cameras: cameras)
    let stream = try await backend.open(CameraID("a"), format: studio.wish)
    #expect(
      await studio.refusal(by: backend, of: "b") == .busy)
    #expect(
      await studio.refusal(by: backend, of: "d") == .busy)
    let other = try await backend.open(CameraID("c"), format: studio.wish)
    await stream.close()
    await other.close()
    await (try await backend.open(CameraID("b"), format: studio.wish)).close()
  }

  @Test func whatACameraCannotDoIsRefusedWithWhatItCan() async throws {
    let backend = try studio.backend()
    var wish = studio.wish
    wish.size.width = 5
    let wrong = wish
    do {
      _ = try await backend.open(CameraID("a"), format: wrong)
      Issue.record("a wrong size was accepted")
    } catch {
      #expect(error.code == .unsupportedFormat)
      #expect(error.remedy.contains("320x180"))
    }
    #expect(backend.openCameras.isEmpty)
    var odd = studio.camera("odd")
    odd.pixelFormats = [.mjpeg]
    let other = try studio.backend(cameras: [odd])
    var format = studio.wish
    format.pixelFormat = .mjpeg
    let mjpeg = format
    #expect(
      await studio.refusal(by: other, of: "odd", format: mjpeg)
        == .unsupportedFormat)
  }

  @Test func pluggingChangesTheList() async throws {
    let backend = try studio.backend()
    backend.unplug(CameraID("a"))
    #expect(try await studio.list(of: backend).devices.map(\.id.rawValue) == ["b"])
    #expect(
      await studio.refusal(by: backend, of: "a")
        == .unplugged)
    backend.plug(CameraID("a"))
    #expect(try await studio.list(of: backend).devices.map(\.id.rawValue) == ["a", "b"])
    backend.plug(studio.camera("c"))
    #expect(try await studio.list(of: backend).devices.map(\.id.rawValue) == ["a", "b", "c"])
    backend.setProblem(CaptureError(.serviceUnavailable, "No service."))
    #expect(try await studio.list(of: backend).problem?.code == .serviceUnavailable)
  }

  @Test func anUnplugInsideTheHandlerEndsTheStreamAfterThatFrame() async throws {
    let backend = try studio.backend()
    let stream = try await backend.open(CameraID("a"), format: studio.wish)
    try await stream.start { [events] event in
      events.handler(event)
      if case .frame = event { backend.unplug(CameraID("a")) }
    }
    clock.advance(by: .seconds(1))
    #expect(events.events.count == 2)
    #expect(events.failures.map(\.code) == [.unplugged])
    #expect(clock.armedTimerCount == 0)
    await stream.close()
  }

  @Test func aTestCanMakeTheNextOpeningFail() async throws {
    let backend = try studio.backend()
    backend.failNextOpen(of: CameraID("a"), with: CaptureError(.notPermitted, "No."))
    #expect(
      await studio.refusal(by: backend, of: "a")
        == .notPermitted)
    await (try await backend.open(CameraID("a"), format: studio.wish)).close()
  }

  @Test func subscriptionsEndWithTheBackend() async throws {
    var backend: VirtualBackend? = try studio.backend()
    let lists = try #require(backend).deviceLists()
    backend = nil
    var count = 0
    for await _ in lists { count += 1 }
    #expect(count == 1)
  }

  @Test(arguments: [PixelFormat.nv12, .i420, .i422, .i444, .yuyv, .bgra, .rgb24, .grey])
  func everyFormatIsDrawnAndItsCodeReads(format: PixelFormat) async throws {
    for size in [PixelSize(width: 320, height: 180), PixelSize(width: 241, height: 135)] {
      var camera = studio.camera("a")
      camera.pixelFormats = [format]
      camera.sizes = [size]
      let backend = try studio.backend(cameras: [camera])
      let wish = CameraFormat(pixelFormat: format, size: size, rate: nil)
      let stream = try await backend.open(CameraID("a"), format: wish)
      let events = EventLog()
      try await stream.start(events.handler)
      clock.advance(by: .milliseconds(40))
      let frame = try #require(events.frames.first)
      #expect(frame.format == format && frame.color == .usual(for: format))
      #expect(FrameCode.read(frame)?.code.isFrom(CameraID("a")) == true)
      await stream.close()
    }
  }
}
