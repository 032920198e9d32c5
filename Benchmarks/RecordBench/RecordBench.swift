import Glibc
import MediaTypes
import RecordCore
import RecordFFmpeg

/// Measures recordings against what they are made of.
struct RecordBench {
  let folder: String
  /// Say how much has to be measured.
  let thresholds: Thresholds

  private let size = PixelSize(width: 1280, height: 720)
  /// Pictures in a second, at the canvas's rate.
  static let perSecond = 30
  /// Recordings that are made at least, and at most while it is unclear on which side of its threshold a
  /// quantity lies.
  private static let recordings = 2...4

  static func settings(_ size: PixelSize) -> MovieSettings {
    MovieSettings(canvas: MovieCanvas(size: size), sound: nil)
  }

  func run(_ report: (Measurement) -> Void) throws {
    for format in [PixelFormat.nv12, .i420] { try encoding(format).forEach(report) }
    try passingThrough().forEach(report)
  }

  private func encoding(_ format: PixelFormat) throws -> [Measurement] {
    var pairs = Pairs(
      settings: Self.settings(size),
      frames: try MovingPicture.frames(size, format, count: Self.perSecond),
      path: "\(folder)/bench.mp4")
    let name = "\(format)".lowercased()
    var spread = Spread(exactly: 0)
    for made in 1...Self.recordings.upperBound {
      try pairs.record()
      _ = unsafe unlink(pairs.path)
      spread = Spread(pairs.overheads)
      guard made >= Self.recordings.lowerBound else { continue }
      if thresholds.verdict(on: "\(name)-overhead", spread) != .unclear { break }
    }
    let pictureCount = pairs.costs.sharedCount + pairs.costs.copyCount
    return [
      Measurement(
        name: "\(name)-overhead", spread: spread, unit: "%",
        detail: "\(number(pairs.each.whole)) ms a picture, encoder alone "
          + "\(number(pairs.each.alone)) ms, \(size)"),
      Measurement(
        name: "\(name)-copies",
        spread: Spread(exactly: Double(pairs.costs.copyCount) / Double(pictureCount)),
        unit: "a picture", detail: "\(pairs.costs.sharedCount) of \(pictureCount) pictures shared"),
    ]
  }

  /// Recordings of 10 s of 1920×1080 at 30, about 400 kB a picture, as webcams send it; each second is a
  /// sample.
  private func passingThrough() throws -> [Measurement] {
    let size = PixelSize(width: 1920, height: 1080)
    let jpegs = try (0..<8).map { try MovingPicture.jpegLike(size, byteCount: 400_000, index: $0) }
    let settings = MovieSettings(
      canvas: MovieCanvas(size: size), video: .mjpeg, passesThrough: true, sound: nil)
    let path = "\(folder)/bench.mp4"
    var (recording, finishing): ([Double], [Double]) = ([], [])
    for _ in 0..<8 {
      let movie = try MeasuredRecording(jpegs, to: path, settings: settings)
      for second in 0..<10 {
        let time = try ProcessorTime.of {
          for offset in 0..<Self.perSecond {
            try movie.append(at: Int64(second * Self.perSecond + offset))
          }
        }
        recording.append(time * 100)
      }
      finishing.append(try ProcessorTime.of { try movie.finish() } / 10 * 1000)
      _ = unsafe unlink(path)
    }
    return [
      Measurement(
        name: "mjpeg-1080p30-core", spread: Spread(recording), unit: "% of one core",
        detail: "pictures of 400 kB"),
      Measurement(
        name: "mjpeg-1080p30-finish", spread: Spread(finishing), unit: "ms a recorded second",
        detail: "making the ordinary file"),
    ]
  }
}
