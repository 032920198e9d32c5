import CaptureCore
import MediaTypes

/// What a film has become, in words: the result of `preview` and `demo`.
enum FilmSummary {
  static func text(
    _ report: FilmReport, plan: FilmPlan, renderer: String, folder: OutputFolder, sheet: String?
  ) -> String {
    var lines = zip(plan.flips, report.flips).map { tap, flip in
      "Flip at \(Decimal.text(tap.seconds, places: 2)) s: \(words(for: flip))"
    }
    lines.append("\(report.drawn) pictures of \(plan.size), drawn with \(renderer).")
    if report.missed > 0 {
      lines.append(
        "\(report.missed) moments were left out because this machine was too slow for them:"
          + " a smaller --size or --rate helps.")
    }
    lines.append("Pictures:      \(folder.path)")
    if let sheet { lines.append("Contact sheet: \(sheet)") }
    return lines.joined(separator: "\n")
  }

  private static func words(for flip: Result<FlipReport, any Error>) -> String {
    switch flip {
    case .failure(let error): return "not possible. \(Program.commandError(error))"
    case .success(let report):
      switch report.outcome {
      case .done: return "\(report.from?.rawValue ?? "-") to \(report.to)\(delay(report))."
      case .rolledBack(let error): return "turned back. \(error)"
      case .superseded: return "a later one took its place."
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
