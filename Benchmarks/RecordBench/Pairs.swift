import MediaTypes
import RecordCore
import RecordFFmpeg

/// Recordings beside the encoder alone, picture by picture.
///
/// The speed of a processor changes within seconds by more than what is looked for: with the temperature,
/// with what its other threads do. So each picture goes through both, one right after the other and in
/// turns first, and what is compared are the sums over a second of the movie: one picture that
/// builds upon none, one fragment that ends. All on one core, as `Scripts/bench` runs it: how far two of
/// an encoder's threads slow each other down, on cores that share parts, differs from picture to picture.
struct Pairs {
  let settings: MovieSettings
  let frames: [VideoFrame]
  let path: String
  /// How much more a second took in the recording, in percent.
  private(set) var overheads: [Double] = []
  private(set) var costs = FittingCosts()
  private var (alone, whole) = (0.0, 0.0)

  static let seconds = 10

  init(settings: MovieSettings, frames: [VideoFrame], path: String) {
    self.settings = settings
    self.frames = frames
    self.path = path
  }

  /// Milliseconds of a picture.
  var each: (alone: Double, whole: Double) {
    let scale = 1000 / Double(overheads.count * frames.count)
    return (alone * scale, whole * scale)
  }

  /// Makes one recording. What its end takes counts as well, a part of it with each second; the first
  /// second does not, since both sides open their encoders then.
  mutating func record() throws {
    let bare = try BareEncoding(frames, settings: settings)
    let recording = try MeasuredRecording(frames, to: path, settings: settings)
    var sums: [(alone: Double, whole: Double)] = []
    for second in 0...Self.seconds {
      let sum = try compare(second, bare, recording)
      if second > 0 { sums.append(sum) }
    }
    try bare.finish()
    let end = try ProcessorTime.of { try recording.finish() } / Double(Self.seconds)
    for sum in sums {
      overheads.append(((sum.whole + end) / sum.alone - 1) * 100)
      alone += sum.alone
      whole += sum.whole + end
    }
    costs.sharedCount += recording.costs.sharedCount
    costs.copyCount += recording.costs.copyCount
  }

  private func compare(
    _ second: Int, _ bare: BareEncoding, _ recording: MeasuredRecording
  ) throws -> (alone: Double, whole: Double) {
    var (alone, whole) = (0.0, 0.0)
    for offset in frames.indices {
      let index = Int64(second * frames.count + offset)
      let isWholeFirst = index % 2 == 1
      if isWholeFirst { whole += try ProcessorTime.of { try recording.append(at: index) } }
      alone += try ProcessorTime.of { try bare.append(at: index) }
      if !isWholeFirst { whole += try ProcessorTime.of { try recording.append(at: index) } }
    }
    return (alone, whole)
  }
}
