public import Viewfinder

/// What a person is told about a flip that did not happen.
public enum FlipMessage {
  /// The message for a flip's end; nil when there is nothing to say.
  ///
  /// - Parameters:
  ///   - report: how it ended.
  ///   - cameras: those that are there, for the name.
  public static func text(for report: FlipReport, cameras: [CameraDevice]) -> String? {
    switch report.outcome {
    case .rolledBack(let reason), .failed(let reason):
      text(for: reason, to: cameras.first { $0.id == report.to })
    case .done, .superseded: nil
    }
  }

  /// The message for a flip that was refused or failed; nil when somebody wanted it to end.
  public static func text(for reason: CaptureError, to camera: CameraDevice? = nil) -> String? {
    switch reason.code {
    case .superseded, .stopped: nil
    default: "\(camera.map { "Could not switch to \($0.name)" } ?? "Could not switch"): \(reason)"
    }
  }
}
