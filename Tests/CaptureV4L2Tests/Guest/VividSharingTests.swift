import CaptureCore
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("vivid's own memory", .serialized, .enabled(if: Guest.isInside))
struct VividSharingTests {
  @Test("is lent to frames of both interfaces, stays readable after the end, and is given back")
  func lent() async throws {
    let sharing = MemorySharing()
    sharing.isWanted = true
    let backend = V4L2Backend(clock: RealClock(), sharing: sharing)
    for device in try await backend.list("both", where: { $0.devices.count == 2 }).devices {
      let mode = try #require(device.mode(.yuyv))
      let stream = try await backend.open(device.id, format: mode)
      let recorder = Recorder()
      try await stream.start(recorder.handler)
      do {
        let frame = try #require(try await recorder.frames(20).last)
        await stream.close()
        let memory = try #require(frame.buffer.native as? DMABuf)
        #expect(memory.planes[0].stride >= 2 * mode.size.width)
        // vivid's bars begin with white.
        #expect(frame.bytes[frame.planes[0].offset] > 128)
      }
      recorder.forget()
      try await DeviceUse.settle()
    }
  }
}
