import CaptureCore

/// Whether a preview shows its cameras as a mirror does. Never touches what is recorded.
public enum Mirroring: String, Hashable, Sendable, CaseIterable {
  /// Front cameras and webcams that look at their user are mirrored, each camera by its own position.
  case automatic
  /// All are.
  case on
  /// None is.
  case off

  /// Whether a camera is mirrored; nobody's guess about an unknown position is yes.
  func mirrors(_ camera: CameraDevice) -> Bool {
    switch self {
    case .automatic: camera.position.position == .front
    case .on: true
    case .off: false
    }
  }
}
