import CaptureCore
import MediaTypes

/// What a film has become, in words: the result of `preview` and `demo`.
enum FilmSummary {
  static func text(
    _ report: FilmReport, plan: FilmPlan, renderer: String, folder: OutputFolder, sheet: String?
  ) -> String {
    var lines = zip(plan.flips, report.flips).map(line)
    lines.append("\(counted(report.drawn, "picture")) of \(plan.size), drawn with \(renderer).")
    if report.missed > 0 {
      lines.append(
        "Left out because this machine was too slow: \(counted(report.missed, "moment"))."
          + " A smaller --size or --rate helps.")
    }
    lines.append("Pictures:      \(folder.path)")
    if let sheet { lines.append("Contact sheet: \(sheet)") }
    return lines.joined(separator: "\n")
  }

  /// What became of a flip that was wished for at a moment.
  static func line(_ tap: MediaTime, _ flip: Result<FlipReport, any Error>) -> String {
    "Flip at \(Decimal.text(tap.seconds, places: 2)) s: \(words(for: flip))"
  }

  /// Why the film does not show what was asked for, if a flip came to nothing; one that turned back is
  /// shown as that.
  static func failure(_ flips: [Result<FlipReport, any Error>]) -> CommandError? {
    let failed = flips.contains { flip in
      guard case .success(let report) = flip else { return true }
      if case .failed = report.outcome { return true }
      return false
    }
    guard failed else { return nil }
    return CommandError(
      .failed, "A flip was asked for and did not happen.",
      remedy: "The lines above say why; the pictures show what was to be seen.")
  }

  private static func words(for flip: Result<FlipReport, any Error>) -> String {
    switch flip {
    case .failure(let error): return "not possible. \(CommandError(error))"
    case .success(let report):
      switch report.outcome {
      case .done: return "\(report.from?.rawValue ?? "-") to \(report.to)\(delay(report))."
      case .rolledBack(let error): return "turned back. \(error)"
      case .superseded: return "a later one took its place."
      case .failed(let error) where error.code == .stopped:
        return "not done when the pictures ended: \(report.to) had sent none yet."
          + " A longer --duration shows how it ends."
      case .failed(let error): return "failed. \(error)"
      }
    }
  }

  private static func delay(_ report: FlipReport) -> String {
    guard let frame = report.firstNewFrame else { return "" }
    let milliseconds = (frame - report.askedAt).seconds * 1000
    return ", first picture after \(Decimal.text(milliseconds, places: 0)) ms"
  }
}
