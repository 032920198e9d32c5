import CVideo4Linux
import CVideo4LinuxShims
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Drivers that lie")
struct HostileDriverTests {
  private let bench = Bench()

  private func lie<Argument>(
    to request: Request, as type: Argument.Type, _ change: @escaping (inout Argument) -> Void
  ) {
    bench.kernel.locked { kernel in
      kernel.lie = { asked, argument in
        guard asked == request else { return }
        argument.edit(as: type, change)
      }
    }
  }

  private func openFails(_ code: CaptureError.Code) async {
    let error = await #expect(throws: CaptureError.self) { _ = try await bench.open() }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.remedy.isEmpty == false)
    #expect(bench.kernel.leaks.isEmpty)
  }

  /// Runs a stream of which the driver's answers are changed, and returns what came of it.
  private func run(_ sent: Int, until isMet: @escaping @Sendable (Recorder.Log) -> Bool)
    async throws -> Recorder.Log
  {
    let stream = try await bench.open()
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    bench.kernel.send(sent)
    let log = try await recorder.wait("the frames", until: isMet)
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
    return log
  }

  @Test("A stride of 0 is rows without padding; one shorter than a row is refused")
  func strides() async throws {
    unsafe lie(to: .getFormat, as: v4l2_format.self) { unsafe $0.fmt.pix.bytesperline = 0 }
    let log = try await run(3) { $0.frames == 3 }
    #expect(log.last?.planes[0].stride == 128)
    for stride in [UInt32(1), 127, 0x7fff_ffff, .max] {
      unsafe lie(to: .getFormat, as: v4l2_format.self) { unsafe $0.fmt.pix.bytesperline = stride }
      await openFails(.deviceFailed)
    }
  }

  @Test("Sizes that no picture has are refused", arguments: [UInt32(0), 16385, .max])
  func sizes(edge: UInt32) async {
    unsafe lie(to: .getFormat, as: v4l2_format.self) { unsafe $0.fmt.pix.width = edge }
    await openFails(.deviceFailed)
    unsafe lie(to: .getFormat, as: v4l2_format.self) { unsafe $0.fmt.pix.height = edge }
    await openFails(.deviceFailed)
  }

  @Test("A format changed by another program before the buffers were there is noticed")
  func changedFormat() async throws {
    unsafe lie(to: .getFormat, as: v4l2_format.self) { format in
      unsafe format.fmt.pix.height = 24
      unsafe format.fmt.pix.width = 32
    }
    let log = try await run(3) { $0.frames == 3 }
    #expect(log.last?.size == PixelSize(width: 32, height: 24))
    unsafe lie(to: .getFormat, as: v4l2_format.self) { unsafe $0.fmt.pix.height = 49 }
    await openFails(.deviceFailed)
    unsafe lie(to: .getFormat, as: v4l2_format.self) { unsafe $0.fmt.pix.pixelformat = 0x3147_4752 }
    await openFails(.unsupportedFormat)
  }

  @Test("Buffers of no length, or too small for a picture, are refused")
  func bufferLengths() async {
    unsafe lie(to: .queryBuffer, as: v4l2_buffer.self) { unsafe $0.length = 0 }
    await openFails(.unsupportedFormat)
    unsafe lie(to: .queryBuffer, as: v4l2_buffer.self) { unsafe $0.length = 100 }
    await openFails(.deviceFailed)
  }

  @Test("No buffers, and a thousand of them")
  func bufferCounts() async throws {
    lie(to: .requestBuffers, as: v4l2_requestbuffers.self) { $0.count = 0 }
    await openFails(.deviceFailed)
    lie(to: .requestBuffers, as: v4l2_requestbuffers.self) { request in
      if request.count > 0 { request.count = 1000 }
    }
    // The fake driver has six and refuses to describe the seventh.
    await openFails(.unsupportedFormat)
  }

  @Test("An index that there is not, or that the driver does not have, is dropped")
  func indexes() async throws {
    unsafe lie(to: .dequeueBuffer, as: v4l2_buffer.self) { buffer in
      if unsafe buffer.sequence % 2 == 1 { unsafe buffer.index = .max }
    }
    let log = try await run(3) { $0.drops[.malformed] == 1 && $0.frames == 2 }
    #expect(log.failure == nil)
  }

  @Test("Time that jumps back by an hour, and ahead by a year, gives no frame a wrong time")
  func times() async throws {
    for jump in [-3600, 31_536_000, Int.min / 2, Int.max / 2] {
      unsafe lie(to: .dequeueBuffer, as: v4l2_buffer.self) { buffer in
        if unsafe buffer.sequence >= 2 { unsafe buffer.timestamp.tv_sec &+= jump }
      }
      let log = try await run(6) { $0.frames + ($0.drops[.badTime] ?? 0) == 6 }
      #expect(zip(log.times, log.times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(log.times.allSatisfy { $0 <= bench.kernel.now && $0 > .seconds(999) })
    }
  }

  @Test("Counts that wrap or jump are no loss of millions")
  func sequences() async throws {
    unsafe lie(to: .dequeueBuffer, as: v4l2_buffer.self) { buffer in
      unsafe buffer.sequence = (unsafe buffer.sequence) &* 0x4000_0001
    }
    let log = try await run(8) { $0.frames == 8 }
    #expect(log.drops[.lostBySource] == nil)
    #expect(zip(log.sequences, log.sequences.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("More planes than agreed")
  func planes() async throws {
    bench.kernel.locked { kernel in
      kernel.devices[0].flags = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
      kernel.devices[0].formats = [CVideo4LinuxShims_V4L2_PIX_FMT_NV12M]
    }
    unsafe lie(to: .dequeueBuffer, as: v4l2_buffer.self) { unsafe $0.length = .max }
    let log = try await run(3) { $0.drops[.malformed] == 3 }
    #expect(log.frames == 0)
    unsafe lie(to: .getFormat, as: v4l2_format.self) { unsafe $0.fmt.pix_mp.num_planes = 255 }
    await openFails(.deviceFailed)
  }

  @Test("A driver that always says that a picture is ready, and never has one, is given up")
  func neverReady() async throws {
    bench.kernel.faults = [.init(call: "VIDIOC_DQBUF", code: EAGAIN)]
    let log = try await run(1) { $0.failure != nil }
    #expect(log.failure?.code == .noFrames)
  }
}
