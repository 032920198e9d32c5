import CVideo4Linux
import CVideo4LinuxShims
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Streaming")
struct StreamTests {
  @Test("Frames come in order with the driver's count and time, and all is given back at the end")
  func frames() async throws {
    let bench = Bench()
    let stream = try await bench.open()
    #expect(stream.format.description == "YUYV 64x48 at 30")
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(40)
    let log = try await recorder.frames(40)
    #expect(log.sequences == Array(0..<40))
    #expect(zip(log.times, log.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(log.drops.isEmpty)
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("A frame that is held stays readable after stop, close and unplug")
  func held() async throws {
    let bench = Bench()
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(3)
    let frame = try #require(try await recorder.frames(3).last)
    await stream.stop()
    await stream.close()
    bench.kernel.unplug(0)
    #expect(bench.kernel.leaks.isEmpty)
    #expect(frame.bytes.prefix(8) == [2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test("A consumer that keeps every frame loses new ones, counted, and gets them again later")
  func keeping() async throws {
    let bench = Bench()
    let stream = try await bench.open()
    let keeper = Keeper()
    try await stream.start { event in keeper.take(event) }
    bench.kernel.send(FrameCopy.capacity + 10)
    _ = try await poll("drops") { keeper.drops == 10 ? true : nil }
    #expect(keeper.count == FrameCopy.capacity)
    keeper.release()
    bench.kernel.send(5)
    _ = try await poll("frames") { keeper.count == 5 ? true : nil }
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("stop and close may come in any state, and more than once")
  func order() async throws {
    let bench = Bench()
    let recorder = Recorder()
    let unstarted = try await bench.open()
    await unstarted.stop()
    await #expect(throws: CaptureError.self) { try await unstarted.start(recorder.handler) }
    await unstarted.close()
    let stream = try await bench.open()
    try await stream.start(recorder.handler)
    await #expect(throws: CaptureError.self) { try await stream.start(recorder.handler) }
    for _ in 1...2 { await stream.stop() }
    for _ in 1...2 { await stream.close() }
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("A stream that is let go without a close gives the camera back")
  func forgotten() async throws {
    let bench = Bench()
    let recorder = Recorder()
    do {
      let stream = try await bench.open()
      try await stream.start(recorder.handler)
      bench.kernel.send(2)
      _ = try await recorder.frames(2)
    }
    _ = try await poll("the end of the stream's thread") { bench.kernel.leaks.isEmpty ? true : nil }
  }

  @Test("Faulty, short and empty buffers are dropped, counted and queued again")
  func badBuffers() async throws {
    let bench = Bench()
    bench.kernel.lie = { request, argument in
      guard request == .dequeueBuffer else { return }
      unsafe argument.edit(as: v4l2_buffer.self) { buffer in
        switch unsafe buffer.sequence % 5 {
        case 1: unsafe buffer.flags |= UInt32(V4L2_BUF_FLAG_ERROR)
        case 2: unsafe buffer.bytesused -= 1
        case 3: unsafe buffer.bytesused = 0
        case 4: unsafe buffer.bytesused = .max
        default: break
        }
      }
    }
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(51)
    let log = try await recorder.frames(11)
    #expect(log.drops == [.corrupt: 10, .malformed: 30])
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("Unplugged while streaming: said once, and the camera is gone from the list")
  func unplugged() async throws {
    let bench = Bench()
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(3)
    _ = try await recorder.frames(3)
    bench.kernel.unplug(0)
    let failure = try await recorder.failure()
    #expect(failure.code == .unplugged)
    #expect(!failure.remedy.isEmpty)
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
    try await within(.seconds(20), "an empty list") {
      for await list in bench.backend.deviceLists() where list.devices.isEmpty { return }
    }
  }

  @Test("A silent camera is restarted, and goes on when that helps")
  func restarted() async throws {
    let bench = Bench()
    let stream = try await bench.open()
    let recorder = Recorder()
    bench.kernel.locked {
      $0.lie = { request, _ in
        if request == .streamOn, bench.kernel.counts["VIDIOC_STREAMON"] == 3 {
          bench.kernel.credit = 30
          bench.kernel.isSilent = false
        }
      }
    }
    bench.kernel.locked { $0.isSilent = true }
    try await stream.start(recorder.handler)
    let log = try await recorder.frames(30)
    #expect(log.failure == nil)
    #expect(log.sequences == Array(0..<30))
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("A camera that stays silent is given up after a few restarts, with a remedy")
  func silent() async throws {
    let bench = Bench()
    bench.kernel.locked { $0.isSilent = true }
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    let failure = try await recorder.failure()
    #expect(failure.code == .noFrames)
    #expect(!failure.remedy.isEmpty)
    #expect(bench.kernel.count(of: "VIDIOC_STREAMON") == 1 + StreamHealth.restartLimit)
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("After a sleep of the machine a camera may fail as often as at a start, and goes on")
  func sleep() async throws {
    let bench = Bench()
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(3)
    _ = try await recorder.frames(3)
    bench.kernel.locked { kernel in
      let next = (kernel.counts["VIDIOC_DQBUF"] ?? 0) + 1
      kernel.faults = [
        .init(call: "VIDIOC_DQBUF", code: EIO, first: next, count: 1),
        .init(call: "VIDIOC_STREAMON", code: EIO, first: 2, count: 4),
      ]
      kernel.onCall = { kernel, call, count in
        if call == "VIDIOC_STREAMON", count == 3 { kernel.offsets[.boot] = .seconds(3600) }
      }
    }
    bench.kernel.send(20)
    let log = try await recorder.frames(20)
    #expect(log.failure == nil)
    #expect(bench.kernel.count(of: "VIDIOC_STREAMON") == 6)
    #expect(zip(log.times, log.times.dropFirst()).allSatisfy { $0 < $1 })
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test(
    "What the bus says while a camera is pulled out is an unplug", arguments: [EIO, EPROTO, ENODEV])
  func pulledOut(code: Int32) async throws {
    let bench = Bench()
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(3)
    _ = try await recorder.frames(3)
    bench.kernel.locked { kernel in
      kernel.faults = ["VIDIOC_DQBUF", "VIDIOC_STREAMON", "VIDIOC_STREAMOFF"].map {
        .init(call: $0, code: code)
      }
    }
    bench.kernel.send(1)
    let failure = try await recorder.failure()
    #expect(failure.code == .unplugged && failure.systemError == code)
    #expect(failure.remedy.hasPrefix("Plug it in again"))
    await stream.close()
    // The loss makes the back end look at the nodes once more; it lets go of them by itself.
    _ = try await poll("no leak") { bench.kernel.leaks.isEmpty ? true : nil }
  }

  @Test("A full USB bus: a lower mode is tried, and said")
  func lowerMode() async throws {
    let bench = Bench()
    bench.kernel.faults = [.init(call: "VIDIOC_STREAMON", code: ENOSPC, count: 1)]
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    #expect(stream.format.description == "YUYV 32x24 at 30")
    bench.kernel.send(3)
    let log = try await recorder.frames(3)
    #expect(log.formats == [stream.format])
    #expect(log.last?.size == PixelSize(width: 32, height: 24))
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("A full USB bus with no mode that fits is said as such")
  func fullBus() async throws {
    let bench = Bench()
    bench.kernel.faults = [.init(call: "VIDIOC_STREAMON", code: ENOSPC)]
    let stream = try await bench.open()
    let error = await #expect(throws: CaptureError.self) {
      try await stream.start(Recorder().handler)
    }
    #expect(error?.message.contains("bandwidth") == true)
    #expect(error?.remedy.contains("MJPEG") == true)
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test(
    "A camera in use names the program that has it, at each step where a driver finds out",
    arguments: ["open", "VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_STREAMON"])
  func busy(call: String) async throws {
    let bench = Bench()
    _ = try await bench.list()
    bench.kernel.locked {
      $0.processes = [77: ("cheese", ["/dev/null", "/dev/video0"]), 78: ("bash", ["/dev/tty"])]
      $0.counts = [:]
      $0.faults = [.init(call: call, code: EBUSY)]
    }
    let error = await #expect(throws: CaptureError.self) {
      let stream = try await bench.open()
      try await stream.start(Recorder().handler)
    }
    #expect(error?.code == .busy)
    #expect(error?.message.contains("in use by cheese (77)") == true)
    #expect(error?.remedy.contains("kill 77") == true)
    _ = try await poll("all given back") { bench.kernel.leaks.isEmpty ? true : nil }
  }

  @Test("A node's number that went to another device meanwhile is not opened as the old camera")
  func swapped() async throws {
    let bench = Bench()
    let camera = try await bench.list().devices[0]
    bench.kernel.locked { $0.devices[0].bus = "usb-0000:00:14.0-9" }
    let error = await #expect(throws: CaptureError.self) {
      _ = try await bench.backend.open(camera.id, format: camera.formats[0])
    }
    #expect(error?.code == .unplugged)
    _ = try await poll("all given back") { bench.kernel.leaks.isEmpty ? true : nil }
  }
}

/// Holds on to every frame.
private final class Keeper: Sendable {
  private let state = Locked<(frames: [VideoFrame], drops: Int)>(([], 0))

  var count: Int { state.withLock { $0.frames.count } }
  var drops: Int { state.withLock { $0.drops } }

  func take(_ event: CaptureStreamEvent) {
    state.withLock { state in
      switch event {
      case .frame(let frame): state.frames.append(frame)
      case .dropped(.noBuffer, let count): state.drops += count
      default: break
      }
    }
  }

  func release() { state.withLock { $0.frames = [] } }
}
