import MediaTypes
import PreviewCore
import PreviewPatterns
import Testing

@testable import PreviewGLES

struct ImportTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// The same frame with words that its memory is shared, which is not true.
  private static func lying(_ frame: VideoFrame) throws -> VideoFrame {
    let native = DMABuf(
      planes: frame.planes.map { .init(descriptor: 0, offset: $0.offset, stride: $0.stride) },
      identity: 1)
    // Unsafe: the closure holds the frame, which holds the bytes.
    let buffer = unsafe frame.buffer.withUnsafeBytes { bytes in
      unsafe FrameBuffer(unsafeBytes: bytes, native: native) { withExtendedLifetime(frame) {} }
    }
    return try VideoFrame(
      buffer: buffer, format: frame.format, size: frame.size, planes: frame.planes,
      color: frame.color, source: frame.source, sequence: frame.sequence,
      presentationTime: frame.presentationTime)
  }

  @Test(arguments: [PixelFormat.nv12, .yuyv, .i420, .bgra, .rgb24])
  func `Memory that cannot be imported is uploaded, and the picture is the same`(
    format: PixelFormat
  ) throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let frame = try PatternFrame(format, size: Self.size).make()
    func draw(_ frame: VideoFrame) throws -> RenderedImage {
      try gpu.draw(
        SceneComposer.scene(viewport: Self.size, gravity: .resize, face: Face(frame: frame)))
    }
    let expected = try draw(frame)
    let uploads = gpu.counts.uploads
    #expect(try draw(Self.lying(frame)) == expected)
    #expect(gpu.counts.imports == 0 && gpu.counts.uploads == uploads + 1)
    // Three bytes a pixel are never tried, which says nothing of the driver.
    #expect(format == .rgb24 || !gpu.importsSharedMemory)
  }
}
