public import CaptureCore
public import MediaTypes

/// Decodes MJPEG with libjpeg-turbo.
public final class TurboJPEGDecoder: JPEGDecoder {
  /// Makes a decoder.
  public init() {}

  /// Decodes one frame.
  public func decode(_ frame: VideoFrame) throws(JPEGError) -> VideoFrame {
    throw JPEGError(.unsupported, "not yet")
  }
}
