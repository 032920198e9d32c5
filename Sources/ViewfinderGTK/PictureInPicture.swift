internal import PreviewCore
public import Viewfinder

/// A small picture of another session's camera over a view's own.
public struct PictureInPicture: Sendable {
  /// Whose camera it shows; started and stopped by who made it.
  public var session: CameraSession
  /// Its left edge, a share of the view's width.
  public var x: Double
  /// Its upper edge, a share of the view's height.
  public var y: Double
  /// Its width, a share of the view's.
  public var width: Double
  /// Its height, a share of the view's.
  public var height: Double
  /// How round its corners are, 0 to 1.
  public var roundness: Double
  /// Whether it is a mirror.
  public var mirroring: Mirroring

  /// Makes a small picture, by default at the lower right.
  public init(
    _ session: CameraSession, x: Double = 0.72, y: Double = 0.72, width: Double = 0.25,
    height: Double = 0.25, roundness: Double = 0.2, mirroring: Mirroring = .automatic
  ) {
    self.session = session
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (self.roundness, self.mirroring) = (roundness, mirroring)
  }

  /// What is to be drawn; nil while the camera has no picture.
  var inset: Inset? {
    session.preview.face(mirroring: mirroring).map {
      Inset(face: $0, x: x, y: y, width: width, height: height, roundness: roundness)
    }
  }
}
