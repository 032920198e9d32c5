import CaptureCore
import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import CaptureFFmpeg

@Suite("H.264 of a local camera", .requires(.ffmpeg))
struct H264DecoderTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// Thirty access units, a picture that stands alone each ten.
  private func units() async throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    let path = try await Film.make(
      "film.h264", in: folder, source: "testsrc2=size=\(Self.size):rate=30:duration=1",
      "-pix_fmt yuv420p -c:v libx264 -preset ultrafast -tune zerolatency -g 10 -x264-params aud=1")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let delimiter: [UInt8] = [0, 0, 0, 1, 9]
    let starts = (0..<bytes.count - 5).filter { bytes[$0..<$0 + 5].elementsEqual(delimiter) }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }

  private func frame(_ bytes: [UInt8], number: Int) throws -> VideoFrame {
    // As in a driver's buffer, older bytes lie behind the picture's.
    let pool = FramePool(byteCount: bytes.count + 100, capacity: 1)
    // Unsafe: filled at once.
    let buffer = unsafe pool.make { slot in unsafe slot.copyBytes(from: bytes + bytes.suffix(100)) }
    return try VideoFrame(
      buffer: try #require(buffer), format: .h264, size: Self.size,
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: bytes.count)]), color: .jpeg,
      rotation: .clockwise90, source: CameraID("local"), sequence: UInt64(number),
      presentationTime: .milliseconds(Int64(33 * number)))
  }

  private func pictures(_ events: [CaptureStreamEvent]) -> [VideoFrame] {
    events.compactMap { event in
      if case .frame(let frame) = event { frame } else { nil }
    }
  }

  @Test("Each access unit becomes a picture at once, as its camera sent it, and goes along with it")
  func whole() async throws {
    let (decoder, units) = (H264Decoder(), try await units())
    #expect(units.count == 30)
    for (number, unit) in units.enumerated() {
      let pictures = pictures(decoder.decode(try frame(unit, number: number)))
      let picture = try #require(pictures.first)
      #expect(pictures.count == 1 && picture.format == .i420 && picture.size == Self.size)
      #expect(picture.sequence == UInt64(number) && picture.rotation == .clockwise90)
      #expect(picture.presentationTime == .milliseconds(Int64(33 * number)))
      let encoded = try #require(picture.encoded)
      #expect(encoded.number == UInt64(number) && encoded.isStart == (number % 10 == 0))
      #expect(encoded.bytes()?.byteCount == unit.count && !encoded.stream.parameterSets.isEmpty)
    }
  }

  @Test("What came before the first picture that stands alone, and rubbish, give no picture")
  func damaged() async throws {
    let (decoder, units) = (H264Decoder(), try await units())
    var rubbish = units[3]
    for index in rubbish.indices.dropFirst(12) { rubbish[index] = UInt8(truncatingIfNeeded: index) }
    for (number, bytes) in [units[1], [7], rubbish].enumerated() {
      #expect(pictures(decoder.decode(try frame(bytes, number: number))).isEmpty)
    }
    let start = pictures(decoder.decode(try frame(units[10], number: 10)))
    #expect(start.first?.encoded?.isStart == true)
  }
}
