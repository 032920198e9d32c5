import MediaTypes
import RecordCore
import SeededRandom
import Testing

@testable import RecordFFmpeg

@Suite("Pictures are fitted to the canvas")
struct FrameFitterTests {
  private let size = PixelSize(width: 4, height: 2)

  /// The luma of a fitted picture, row by row.
  private func luma(_ frame: VideoFrame, on canvas: MovieCanvas) throws -> [[UInt8]] {
    let layout = PictureLayout(format: .i420, color: frame.color)
    let fitter = try FrameFitter(canvas: canvas, layout: layout)
    return try rows(try fitter.fit(frame))
  }

  private func rows(_ picture: MediaFrame) throws -> [[UInt8]] {
    let planes = unsafe picture.planes
    guard let first = unsafe planes.addresses[0] else { return [] }
    return (0..<picture.size.height).map { y in
      (0..<picture.size.width).map { x in unsafe first[y * Int(planes.strides[0]) + x] }
    }
  }

  /// 4 × 2 pixels, each with a luma of its own.
  private func numbered(_ rotation: Rotation = .none, isMirrored: Bool = false) throws -> VideoFrame
  {
    try TestFrame.make(
      [21, 22, 23, 24, 31, 32, 33, 34] + [UInt8](repeating: 128, count: 4), .i420, size,
      rotation: rotation, isMirrored: isMirrored)
  }

  @Test("Each quarter turn, and a mirror")
  func turns() throws {
    let wide = MovieCanvas(size: size)
    let tall = MovieCanvas(size: size.transposed)
    #expect(try luma(numbered(), on: wide) == [[21, 22, 23, 24], [31, 32, 33, 34]])
    #expect(try luma(numbered(.half), on: wide) == [[34, 33, 32, 31], [24, 23, 22, 21]])
    #expect(
      try luma(numbered(.clockwise90), on: tall) == [[31, 21], [32, 22], [33, 23], [34, 24]])
    #expect(
      try luma(numbered(.clockwise270), on: tall) == [[24, 34], [23, 33], [22, 32], [21, 31]])
    #expect(
      try luma(numbered(isMirrored: true), on: wide) == [[24, 23, 22, 21], [34, 33, 32, 31]])
    #expect(
      try luma(numbered(.clockwise90, isMirrored: true), on: tall)
        == [[21, 31], [22, 32], [23, 33], [24, 34]])
  }

  @Test("What agrees is not touched, what is held is used again, what differs is written once")
  func copies() throws {
    let canvas = MovieCanvas(size: size)
    let fitter = try FrameFitter(
      canvas: canvas, layout: PictureLayout(format: .i420, color: .webcam))
    let same = try numbered()
    _ = try fitter.fit(same)
    _ = try fitter.fit(same)
    #expect(fitter.counts == .init(shared: 1, copies: 0, held: 1, damaged: 0))
    _ = try fitter.fit(try numbered(.half))
    #expect(fitter.counts.copies == 1)
    let large = PixelSize(width: 64, height: 64)
    let turned = try TestFrame.make(
      [UInt8](repeating: 90, count: large.area * 3 / 2), .i420, large, rotation: .clockwise90)
    _ = try fitter.fit(turned)
    #expect(fitter.counts.copies == 3)
  }

  @Test("A crop is left out without a copy")
  func crop() throws {
    let stored = PixelSize(width: 8, height: 4)
    var bytes = [UInt8](repeating: 16, count: 32) + [UInt8](repeating: 128, count: 16)
    for (place, value) in [(18, 50), (19, 51), (20, 52), (21, 53)] { bytes[place] = UInt8(value) }
    let buffer = try TestFrame.make(bytes, .i420, stored).buffer
    let frame = try VideoFrame(
      buffer: buffer, format: .i420, size: stored,
      planes: PlaneLayouts(packing: .i420, size: stored), color: .webcam,
      crop: PixelRectangle(x: 2, y: 2, size: size), source: CameraID("test"), sequence: 0,
      presentationTime: .zero)
    let fitter = try FrameFitter(
      canvas: MovieCanvas(size: size), layout: PictureLayout(format: .i420, color: .webcam))
    #expect(try rows(try fitter.fit(frame))[0] == [50, 51, 52, 53])
    #expect(fitter.counts.shared == 1)
  }

  @Test("Black beside a picture that does not fill the canvas")
  func bars() throws {
    let canvas = MovieCanvas(size: PixelSize(width: 16, height: 4), gravity: .fit)
    let grey = try TestFrame.make(
      [UInt8](repeating: 90, count: 32) + [UInt8](repeating: 128, count: 16), .i420,
      PixelSize(width: 8, height: 4))
    let rows = try luma(grey, on: canvas)
    #expect(rows[0] == [16, 16, 16, 16] + Array(repeating: 90, count: 8) + [16, 16, 16, 16])
  }

  @Test(
    "Hostile compressed bytes: the picture before stands in", arguments: [PixelFormat.mjpeg, .h264])
  func damaged(format: PixelFormat) throws {
    let fitter = try FrameFitter(
      canvas: MovieCanvas(size: size), layout: PictureLayout(format: .i420, color: .webcam))
    var random = SeededNumbers(seed: 11)
    for number in 0..<200 {
      var bytes = (0..<Int.random(in: 1...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if number % 2 == 0 { bytes = [0xff, 0xd8, 0xff, 0xdb] + bytes }
      let frame = try TestFrame.make(bytes, format, size, sequence: UInt64(number))
      #expect(try rows(try fitter.fit(frame))[0] == [16, 16, 16, 16])
    }
    #expect(fitter.counts.damaged == 200)
  }

  @Test("A format without a name is refused", arguments: [PixelFormat(fourCharacterCode: 7)])
  func unknown(format: PixelFormat) throws {
    #expect(PictureLayout(format: format, color: .webcam).libraryFormat == nil)
    for known in PixelFormat.uncompressed {
      #expect(PictureLayout(format: known, color: .webcam).libraryFormat != nil, "\(known)")
    }
  }
}
