import CaptureCore
import MediaTypes
import RecordCore

/// The line that a terminal shows while a movie is recorded.
enum ProgressLine {
  /// `0:12  3.4 MB  30.0 pictures/s  0 dropped  -23 dB`
  ///
  /// - Parameters:
  ///   - rate: pictures a second of late; nil while nobody knows.
  ///   - levels: of the channels; empty without a microphone.
  static func text(_ progress: TakeProgress, rate: Double?, levels: [SoundLevel]) -> String {
    var parts = [
      clock(progress.duration), SizeText.of(progress.byteCount),
      rate.map { "\(Decimal.text($0, places: 1)) pictures/s" },
      "\(progress.droppedCount) dropped",
    ]
    if let loudest = levels.map(\.peak).max() {
      parts.append("\(Decimal.text(Double(loudest), places: 0)) dB")
    }
    if progress.phase == .paused { parts.append("paused") }
    if progress.phase == .finishing { parts.append("finishing") }
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  /// `0:07`, `12:34`, `1:02:03`.
  static func clock(_ time: MediaTime) -> String {
    let seconds = Int(max(time, .zero).seconds)
    let minutes = Decimal.padded(seconds / 60 % 60, digits: seconds < 3600 ? 1 : 2)
    let text = "\(minutes):\(Decimal.padded(seconds % 60, digits: 2))"
    return seconds < 3600 ? text : "\(seconds / 3600):\(text)"
  }
}

/// Shows the progress of a recording on a terminal, over and over on one line.
struct ProgressDisplay: Sendable {
  let console: Console
  let clock: any MediaClock

  private static let interval = MediaTime.milliseconds(250)

  /// Shows it until the recording ends or the task is cancelled, and leaves the line empty.
  func run(_ progresses: AsyncStream<TakeProgress>, levels: () -> [SoundLevel]) async {
    var last: (time: MediaTime, frames: Int64)?
    var rate: Double?
    for await progress in progresses {
      let now = clock.now
      if let before = last {
        guard now - before.time >= Self.interval else { continue }
        rate = Double(progress.frameCount - before.frames) / (now - before.time).seconds
      }
      last = (now, progress.frameCount)
      show(ProgressLine.text(progress, rate: rate, levels: levels()))
    }
    show("")
  }

  // Carriage return, the text, and the escape that clears the rest of the line (ECMA-48 EL).
  private func show(_ text: String) {
    try? console.errors.write(Array("\r\(text)\u{1b}[K".utf8))
  }
}
