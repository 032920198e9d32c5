import MediaTypes

extension TakeReport: CustomStringConvertible {
  /// The report for a person, some lines long.
  public var description: String {
    var lines = ["\(Self.text(duration)), \(framesWritten) pictures, \(Self.size(byteCount))"]
    if !encoder.isEmpty { lines[0] += ", \(encoder)" }
    if framesHeld > 0 { lines.append("\(framesHeld) pictures were shown once more") }
    if !dropped.isEmpty { lines.append("not in the movie: \(Self.text(dropped))") }
    lines += gaps.map {
      "gap of \(Self.text($0.length)) at \(Self.text($0.start)): \($0.reason.rawValue)"
    }
    if gapCount > gaps.count { lines.append("and \(gapCount - gaps.count) more gaps") }
    lines += interruptions.map(Self.text)
    lines += pauses.map { "paused at \(Self.text($0))" }
    lines += overloads.map(Self.text)
    lines += qualitySteps.map { "quality lowered at \(Self.text($0))" }
    if let offset {
      lines.append(
        "sound against picture: first \(Self.text(offset.first)), last \(Self.text(offset.last)),"
          + " worst \(Self.text(offset.worst))")
    }
    if silence > .zero { lines.append("\(Self.text(silence)) of silence for missing sound") }
    if let problem {
      lines.append("ended early: \(problem)")
    } else if !note.isEmpty {
      lines.append(note)
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ interruption: Interruption) -> String {
    let end = interruption.end.map { ", back at \(text($0))" } ?? ", not back"
    let kind = interruption.kind.rawValue
    return "\(kind) lost at \(text(interruption.start))\(end): \(interruption.message)"
  }

  private static func text(_ overload: Overload) -> String {
    let end = overload.end.map { ", and did again from \(text($0)) on" } ?? ""
    return "the encoder could not follow the camera at \(text(overload.start))\(end)"
  }

  private static func text(_ dropped: [TakeDropReason: Int]) -> String {
    TakeDropReason.allCases.compactMap { reason in
      dropped[reason].map { "\($0) \(reason.rawValue)" }
    }.joined(separator: ", ")
  }

  /// Seconds with three digits after the point.
  private static func text(_ time: MediaTime) -> String {
    let milliseconds = (Double(time.nanoseconds) / 1e6).rounded()
    let whole = Int64(abs(milliseconds))
    let rest = "\(whole % 1000)"
    let digits = String(repeating: "0", count: 3 - rest.count) + rest
    return "\(milliseconds < 0 ? "-" : "")\(whole / 1000).\(digits) s"
  }

  private static func size(_ bytes: Int64) -> String {
    bytes < 1_000_000 ? "\(bytes) bytes" : "\((bytes + 50_000) / 100_000 / 10) MB"
  }
}
