public import Viewfinder

/// What a person is told about a flip that did not happen.
public enum FlipMessage {
  /// The message for a flip's end, one short sentence; nil when there is nothing to say.
  public static func text(for report: FlipReport) -> String? {
    switch report.outcome {
    case .rolledBack(let reason), .failed(let reason): text(for: reason)
    case .done, .superseded: nil
    }
  }

  /// The message for a flip that was refused; nil when somebody wanted it to end.
  public static func text(for reason: CaptureError) -> String? {
    switch reason.code {
    case .superseded, .stopped: nil
    default: "Not switched: \(reason.message)"
    }
  }
}
