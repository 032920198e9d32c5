public import Viewfinder

/// What a person asks of the camera window.
public enum CameraIntent: Hashable, Sendable {
  /// Turn the view over to the other camera.
  case flip
  /// Show this camera.
  case select(CameraID)
  /// Try again after a problem.
  case retry
  /// Show the cameras that exist in software only.
  case useVirtualCameras
}
