public import MediaTypes

/// How a camera's picture is fitted to a canvas of another shape.
public enum MovieGravity: String, Hashable, Sendable, CaseIterable {
  /// The canvas is filled; what does not fit is cut off, the same on both sides.
  case fill
  /// The whole picture is seen; black beside it.
  case fit
}

/// The picture of a movie, fixed when the recording starts: every camera is fitted to it, upright,
/// so that a flip changes nothing in the file.
public struct MovieCanvas: Hashable, Sendable {
  /// In pixels; both edges even, as 4:2:0 video needs.
  public var size: PixelSize
  /// Frames a second; every frame of the movie takes exactly one such step.
  public var rate: FrameRate
  /// How pictures of another shape are fitted.
  public var gravity: MovieGravity
  /// Whether pictures are turned left to right, as in a mirror. A preview's mirroring is no reason to.
  public var isMirrored: Bool

  /// Makes a canvas; any numbers are taken here, `MovieSettings.check` judges them.
  public init(
    size: PixelSize = PixelSize(width: 1280, height: 720), rate: FrameRate = .fps30,
    gravity: MovieGravity = .fill, isMirrored: Bool = false
  ) {
    self.size = size
    self.rate = rate
    self.gravity = gravity
    self.isMirrored = isMirrored
  }

  /// The edges that a canvas may have, in pixels.
  public static let edges = 16...8192
  /// The most frames a second that a movie may have.
  public static let maximumRate = 240
}
