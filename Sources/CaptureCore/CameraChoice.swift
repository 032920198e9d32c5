public import MediaTypes

/// Which camera is wanted.
public enum CameraChoice: Hashable, Sendable {
  /// Any; the first that gives a picture.
  case automatic
  /// This one and no other.
  case id(CameraID)
  /// The first that looks this way.
  case position(CameraPosition)
}
