public import MediaTypes

/// What a program would like a camera to send. A camera gives what it has that comes nearest.
public struct FormatWish: Hashable, Sendable {
  /// In pixels.
  public var size: PixelSize
  /// Frames a second, at least.
  public var rate: FrameRate

  /// Makes a wish; without arguments 1280x720 at 30.
  public init(size: PixelSize = PixelSize(width: 1280, height: 720), rate: FrameRate = .fps30) {
    self.size = size
    self.rate = rate
  }
}
