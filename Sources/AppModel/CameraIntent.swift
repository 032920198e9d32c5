public import Viewfinder

/// What a person asks of the camera window.
public enum CameraIntent: Hashable, Sendable {
  /// Turn the view over to the other camera.
  case flip
  /// The same, by a swipe.
  case swipe(SwipeDirection)
  /// Show this camera.
  case select(CameraID)
  /// Try again after a problem.
  case retry
  /// Show the cameras that exist in software only.
  case useVirtualCameras
  /// Begin a movie, or end the one that is being recorded.
  case record
  /// Take a photo.
  case photo
  /// Record silence in place of sound, or sound again.
  case mute
  /// Make whole movies of the recordings that a crash has left.
  case repair
}
