package import CoreVideo
public import MediaTypes

/// A picture of the platform's, `CVPixelBuffer`, as the memory of frames: what `FrameBuffer.native` holds
/// on Apple's systems, so that a renderer or encoder takes it without a copy.
///
/// Sendable unchecked: frames are immutable, and nobody writes to the pixel buffer of one.
public final class PixelBuffer: @unchecked Sendable {
  /// The platform's object (`CVPixelBuffer`); to be read only.
  package let value: CVPixelBuffer

  /// Wraps a picture that nobody writes to any more.
  package init(_ value: CVPixelBuffer) { self.value = value }
}

extension FrameBuffer {
  /// The platform's picture behind a frame's memory, if that is one.
  public var pixelBuffer: PixelBuffer? { native as? PixelBuffer }
}
