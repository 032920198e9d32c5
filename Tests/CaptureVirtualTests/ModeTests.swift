import CaptureCore
import Foundation
import MediaTypes
import Testing

@testable import CaptureVirtual

/// Every format, the largest size and the highest rate that a virtual camera may have.
@Suite(.timeLimit(.minutes(5)))
struct ModeTests {
  let clock = ManualClock()
  let events = EventLog()

  private static let isSoak = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil
  private static let largest = PixelSize(width: 7680, height: 4320)

  private func frame(
    _ format: PixelFormat, _ size: PixelSize, rate: FrameRate = .fps30, jpeg: VirtualJPEG? = nil
  ) async throws -> VideoFrame? {
    let camera = VirtualCamera(
      id: CameraID("a"), name: "a", position: .external, pixelFormats: [format], sizes: [size],
      rates: [rate])
    let backend = VirtualBackend(clock: clock, cameras: [camera], jpeg: jpeg)
    let wish = CameraFormat(pixelFormat: format, size: size, rate: rate)
    let stream = try await backend.open(camera.id, format: wish)
    try await stream.start(events.handler)
    clock.advance(by: rate.frameDuration + .milliseconds(1))
    await stream.close()
    return events.frames.last
  }

  @Test(arguments: PixelFormat.uncompressed)
  func eachFormatSaysInEachPictureWhoseItIs(format: PixelFormat) async throws {
    for (width, height) in [(320, 180), (321, 181)] {
      let size = PixelSize(width: width, height: height)
      let frame = try #require(try await frame(format, size))
      #expect(frame.format == format && frame.size == size)
      #expect(FrameCode.read(frame)?.code.isFrom(CameraID("a")) == true)
    }
  }

  /// All formats take a minute without optimisation.
  @Test(arguments: isSoak ? PixelFormat.uncompressed : [.nv12, .p010])
  func theLargestPicturesAreWhole(format: PixelFormat) async throws {
    let frame = try #require(try await frame(format, Self.largest))
    #expect(frame.size == Self.largest)
    #expect(FrameCode.read(frame)?.code.isFrom(CameraID("a")) == true)
  }

  @Test func twoHundredAndFortyPicturesASecondComeInTime() async throws {
    let rate = try #require(FrameRate(240))
    let size = PixelSize(width: 64, height: 36)
    let camera = VirtualCamera(
      id: CameraID("a"), name: "a", position: .external, sizes: [size], rates: [rate])
    let backend = VirtualBackend(clock: clock, cameras: [camera])
    let stream = try await backend.open(
      camera.id, format: CameraFormat(pixelFormat: .nv12, size: size, rate: rate))
    let counter = TimeCounter()
    try await stream.start { event in
      if case .frame(let frame) = event { counter.add(frame.presentationTime) }
    }
    clock.advance(by: .seconds(1))
    await stream.close()
    let times = counter.times
    #expect(times.count == 240)
    #expect(
      zip(times, times.dropFirst()).allSatisfy {
        (4_166_666...4_166_667).contains(($1 - $0).nanoseconds)
      })
  }

  @Test func jpegImagesAreWhatTheCompressorMakes() async throws {
    let size = PixelSize(width: 64, height: 36)
    let jpeg: VirtualJPEG = { frame in
      frame.format == .i420 && frame.color == .jpeg ? [0xff, 0xd8, 1, 2, 3, 4, 0xff, 0xd9] : nil
    }
    let frame = try #require(try await frame(.mjpeg, size, jpeg: jpeg))
    #expect(frame.format == .mjpeg && frame.planes[0].stride == 8)
    #expect(
      frame.buffer.withBytes { unsafe $0.unsafeLoad(fromByteOffset: 1, as: UInt8.self) } == 0xd8)
  }

  @Test func withoutACompressorMJPEGIsRefused() async throws {
    await #expect(throws: CaptureError.self) {
      try await frame(.mjpeg, PixelSize(width: 64, height: 36))
    }
  }

  @Test func anImageThatCannotBeCompressedIsCounted() async throws {
    let frame = try await frame(.mjpeg, PixelSize(width: 64, height: 36)) { _ in nil }
    #expect(frame == nil)
    #expect(events.dropped(.malformed) == 1)
  }
}

/// When frames were taken; none of them is kept.
private final class TimeCounter: Sendable {
  private let log = Locked<[MediaTime]>([])

  var times: [MediaTime] { log.withLock { $0 } }

  func add(_ time: MediaTime) { log.withLock { $0.append(time) } }
}
