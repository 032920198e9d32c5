public import MediaTypes

/// One mode of a camera: pixel format, size and rate.
public struct CameraFormat: Hashable, Sendable, CustomStringConvertible {
  /// How its frames are laid out.
  public var pixelFormat: PixelFormat
  /// In pixels, as stored.
  public var size: PixelSize
  /// Frames a second; nil when the source does not say (0/0).
  public var rate: FrameRate?

  /// Makes a mode.
  public init(pixelFormat: PixelFormat, size: PixelSize, rate: FrameRate?) {
    self.pixelFormat = pixelFormat
    self.size = size
    self.rate = rate
  }

  /// `NV12 1280x720 at 30`.
  public var description: String {
    "\(pixelFormat) \(size)" + (rate.map { " at \($0)" } ?? "")
  }
}
