public import MediaTypes

/// What a program would like a camera to send. A camera gives what it has that comes nearest.
public struct FormatWish: Hashable, Sendable {
  /// In pixels.
  public var size: PixelSize
  /// Frames a second, at least.
  public var rate: FrameRate
  /// Whether what the camera compresses itself is of use, H.264 before JPEG, among modes of the same
  /// size and rate: for a recording that keeps it. Else H.264 is never chosen, since decoding it costs most.
  public var prefersCompressed: Bool

  /// Makes a wish; without arguments 1280x720 at 30.
  public init(
    size: PixelSize = PixelSize(width: 1280, height: 720), rate: FrameRate = .fps30,
    prefersCompressed: Bool = false
  ) {
    self.size = size
    self.rate = rate
    self.prefersCompressed = prefersCompressed
  }
}
