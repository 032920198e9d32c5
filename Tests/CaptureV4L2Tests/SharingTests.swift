import CVideo4Linux
import CVideo4LinuxShims
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Frames in the driver's own memory")
struct SharingTests {
  /// What a stream hands out, kept.
  private final class Shelf: Sendable {
    private let kept = Locked<[VideoFrame]>([])

    var frames: [VideoFrame] { kept.withLock { $0 } }

    func handler(_ event: CaptureStreamEvent) {
      if case .frame(let frame) = event { kept.withLock { $0.append(frame) } }
    }

    func clear() {
      let old = kept.withLock { kept in
        defer { kept = [] }
        return kept
      }
      // Let go outside the lock.
      _ = old
    }

    func count(_ count: Int) async throws {
      _ = try await poll("\(count) frames") { self.frames.count == count ? true : nil }
    }
  }

  private static func memory(_ frame: VideoFrame) -> DMABuf? { frame.buffer.native as? DMABuf }

  @Test("Lent as long as two stay with the driver, then copied, and lent again")
  func lending() async throws {
    let bench = Bench()
    bench.sharing.isWanted = true
    let stream = try await bench.open()
    let shelf = Shelf()
    try await stream.start { shelf.handler($0) }
    for round in 0..<3 {
      bench.kernel.send(8)
      try await shelf.count(8)
      let lent = shelf.frames.map { Self.memory($0) != nil }
      // Six buffers: the fifth frame would leave one with the driver.
      #expect(lent == [true, true, true, true, false, false, false, false], "round \(round)")
      let identities = shelf.frames.compactMap { Self.memory($0)?.identity }
      #expect(Set(identities).count == 4)
      for (index, frame) in shelf.frames.enumerated() {
        let first = UInt8(truncatingIfNeeded: round * 8 + index)
        #expect(frame.bytes.prefix(3) == [first, first + 1, first + 2])
      }
      shelf.clear()
    }
    #expect(bench.kernel.count(of: "VIDIOC_EXPBUF") == 6, "once for each buffer")
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty && bench.kernel.processUse.isEmpty)
  }

  @Test("A lent frame stays readable after stop, close and unplug, and only then its memory goes")
  func held() async throws {
    let bench = Bench()
    bench.sharing.isWanted = true
    let stream = try await bench.open()
    let shelf = Shelf()
    try await stream.start { shelf.handler($0) }
    bench.kernel.send(3)
    try await shelf.count(3)
    await stream.stop()
    await stream.close()
    bench.kernel.unplug(0)
    let frame = try #require(shelf.frames.last)
    let memory = try #require(Self.memory(frame))
    #expect(frame.bytes.prefix(3) == [2, 3, 4])
    #expect(fcntl(memory.planes[0].descriptor, F_GETFD) >= 0, "the descriptor is still open")
    #expect(memory.planes[0].stride == 128 && memory.planes[0].offset == 0)
    #expect(!bench.kernel.leaks.isEmpty)
    withExtendedLifetime(frame) { shelf.clear() }
  }

  @Test("All of it is given back with the last frame")
  func givenBack() async throws {
    let bench = Bench()
    bench.sharing.isWanted = true
    let stream = try await bench.open()
    let shelf = Shelf()
    try await stream.start { shelf.handler($0) }
    bench.kernel.send(3)
    try await shelf.count(3)
    await stream.close()
    shelf.clear()
    #expect(bench.kernel.leaks.isEmpty && bench.kernel.processUse.isEmpty)
  }

  @Test("A restart leaves lent buffers alone")
  func restart() async throws {
    let bench = Bench()
    bench.sharing.isWanted = true
    let stream = try await bench.open()
    let shelf = Shelf()
    try await stream.start { shelf.handler($0) }
    bench.kernel.send(3)
    try await shelf.count(3)
    bench.kernel.locked { kernel in
      let next = (kernel.counts["VIDIOC_DQBUF"] ?? 0) + 1
      kernel.faults = [.init(call: "VIDIOC_DQBUF", code: EIO, first: next, count: 1)]
    }
    bench.kernel.send(6)
    try await shelf.count(9)
    #expect(bench.kernel.count(of: "VIDIOC_STREAMON") == 2)
    for (index, frame) in shelf.frames.prefix(3).enumerated() {
      #expect(frame.bytes.first == UInt8(index), "nothing was written over it")
    }
    await stream.close()
    shelf.clear()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("Copied when nobody wants it, and when the driver cannot share", arguments: [false, true])
  func copied(isWanted: Bool) async throws {
    let bench = Bench()
    bench.sharing.isWanted = isWanted
    bench.kernel.faults = [.init(call: "VIDIOC_EXPBUF", code: ENOTTY)]
    let stream = try await bench.open()
    let shelf = Shelf()
    try await stream.start { shelf.handler($0) }
    bench.kernel.send(9)
    try await shelf.count(9)
    #expect(shelf.frames.allSatisfy { Self.memory($0) == nil })
    #expect(bench.kernel.count(of: "VIDIOC_EXPBUF") == (isWanted ? 1 : 0), "asked once")
    await stream.close()
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("Planes lie where the driver says, in one buffer")
  func planes() async throws {
    var device = FakeDevice()
    device.formats = [CVideo4LinuxShims_V4L2_PIX_FMT_YVU420]
    device.padding = 16
    let bench = Bench(device)
    bench.sharing.isWanted = true
    let stream = try await bench.open()
    let shelf = Shelf()
    try await stream.start { shelf.handler($0) }
    bench.kernel.send(1)
    try await shelf.count(1)
    let memory = try #require(Self.memory(shelf.frames[0]))
    #expect(memory.planes.map(\.stride) == [80, 40, 40])
    #expect(memory.planes[0].offset == 0)
    #expect(Set(memory.planes.dropFirst().map(\.offset)) == [80 * 48, 80 * 48 + 40 * 24])
    await stream.close()
    shelf.clear()
    #expect(bench.kernel.leaks.isEmpty)
  }
}
