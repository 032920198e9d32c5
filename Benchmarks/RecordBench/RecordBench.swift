import Glibc
import MediaTypes
import RecordCore
import RecordFFmpeg

/// Measures recordings against what they are made of.
struct RecordBench {
  let folder: String
  private let backend = FFmpegMovieBackend()
  private let size = PixelSize(width: 1280, height: 720)

  func run() throws -> [Measurement] {
    var results: [Measurement] = []
    for format in [PixelFormat.nv12, .i420] { results += try encoding(format) }
    return results + (try passingThrough())
  }

  /// The two are measured in turns, so that what else the machine does meets both; the best of each
  /// counts, as noise only adds.
  private func encoding(_ format: PixelFormat) throws -> [Measurement] {
    let frames = try (0..<30).map { try MovingPicture.frame(size, format, index: $0) }
    let settings = MovieSettings(canvas: MovieCanvas(size: size), sound: nil)
    let count: Int64 = 150
    var (bare, whole) = (Double.infinity, Double.infinity)
    var costs = FittingCosts()
    for round in 0..<7 {
      bare = min(
        bare, try userTime { _ = try BareEncoding.run(frames, count: count, settings: settings) })
      let path = "\(folder)/bench-\(round).mp4"
      whole = min(
        whole,
        try userTime {
          costs = try backend.record(frames, count: count, to: path, settings: settings)
        })
      _ = unsafe unlink(path)
    }
    let name = "\(format)".lowercased()
    let each =
      "\(milliseconds(whole, count)) ms a picture, encoder alone \(milliseconds(bare, count)) ms"
    return [
      Measurement(
        name: "\(name)-overhead", value: (whole / bare - 1) * 100, unit: "%",
        detail: "\(each), libx264, \(size)"),
      Measurement(
        name: "\(name)-copies", value: Double(costs.copyCount) / Double(count), unit: "a picture",
        detail: "\(costs.sharedCount) of \(count) pictures shared"),
    ]
  }

  /// 10 s of 1920×1080 at 30, about 400 kB a picture, as webcams send it; the system's time counts as
  /// well, since nearly all of the work is writing.
  private func passingThrough() throws -> [Measurement] {
    let size = PixelSize(width: 1920, height: 1080)
    let jpegs = try (0..<8).map { try MovingPicture.jpegLike(size, byteCount: 400_000, index: $0) }
    let settings = MovieSettings(
      canvas: MovieCanvas(size: size), video: .mjpeg, passesThrough: true, sound: nil)
    let path = "\(folder)/bench.mp4"
    var (recording, finishing) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
      let start = Self.processorTime
      var middle = start
      _ = try backend.record(jpegs, count: 300, to: path, settings: settings) {
        middle = Self.processorTime
      }
      recording = min(recording, middle - start)
      finishing = min(finishing, Self.processorTime - middle)
      _ = unsafe unlink(path)
    }
    return [
      Measurement(
        name: "mjpeg-1080p30-core", value: recording / 10 * 100, unit: "% of one core",
        detail: "\(milliseconds(recording, 300)) ms a picture of 400 kB"),
      Measurement(
        name: "mjpeg-1080p30-finish", value: finishing / 10 * 1000, unit: "ms a recorded second",
        detail: "making the ordinary file"),
    ]
  }

  private func milliseconds(_ seconds: Double, _ count: Int64) -> Double {
    (seconds / Double(count) * 1_000_000).rounded() / 1000
  }

  /// The user time of all threads that a work takes, in seconds (`getrusage`).
  private func userTime(_ work: () throws -> Void) rethrows -> Double {
    let start = Self.userTime
    try work()
    return Self.userTime - start
  }

  private static var userTime: Double { seconds(usage.ru_utime) }

  /// The user's and the system's time.
  private static var processorTime: Double {
    let usage = usage
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static var usage: rusage {
    var usage = rusage()
    _ = unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}
