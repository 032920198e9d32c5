import CaptureVirtual
import Foundation
import MediaTypes
import SeededRandom
import TestSupport

/// A recording with flips that is killed in the middle.
struct Crash: Sendable {
  /// Milliseconds from each flip's end to the next.
  let flips: [Int]
  /// From the first fragment to the kill.
  let moment: Duration

  init(_ random: inout SeededNumbers) {
    flips = (0..<3).map { _ in Int.random(in: 100...900, using: &random) }
    moment = .milliseconds(Int.random(in: 0...3000, using: &random))
  }

  /// Lets it happen, and looks at what is left.
  func remains() async throws -> Remains {
    let folder = try TemporaryFolder()
    let child = try ChildProcess(
      try BuiltProducts.path("TakeProbe"), [folder.file("a.mp4")] + flips.map(String.init),
      capturesOutput: true)
    let part = folder.file("a.mp4.part")
    try await poll("the first fragment") {
      guard child.isRunning else { throw TestSupportError(child.outputText) }
      let file = try? Data(contentsOf: URL(fileURLWithPath: part))
      return file?.range(of: Data("moof".utf8)) == nil ? nil : ()
    }
    // No wait for anything: the kill shall come at any moment of the writing.
    try await Task.sleep(for: moment)
    await child.kill()
    return try await Remains(part, told: child.outputText)
  }
}

/// What a crash has left, and what it has cost.
struct Remains: Sendable, CustomStringConvertible {
  /// From the first picture that the writer took and that cannot be read to the newest that the recorder
  /// was handed: pictures that were dropped before since the encoder was too slow are no cost of the crash.
  let missing: MediaTime
  /// From the same to the newest that the writer took.
  let heldBack: MediaTime
  /// How far the writer was behind.
  let behind: MediaTime
  /// From the end of the sound that can be heard to that of the picture, in seconds.
  let soundLag: Double
  /// Programs that do not open the file, with what they say.
  let refusals: [String]

  private static let size = PixelSize(width: 480, height: 270)

  fileprivate init(_ path: String, told output: String) async throws {
    let captured = Self.times("captured", in: output)
    let written = Self.times("written", in: output)
    guard let newest = captured.max(), let taken = written.max() else {
      throw TestSupportError("nothing was recorded: \(output)")
    }
    let movie = try await MovieFile(path)
    let readable = try await Self.lastPicture(of: movie)
    // Codes have whole microseconds.
    let first = written.filter { $0 > readable + .milliseconds(1) }.min() ?? taken
    (missing, heldBack, behind) = (newest - first, taken - first, newest - taken)
    soundLag = try await Self.end("v", of: path) - Self.end("a", of: path)
    refusals = try await Self.refusals(of: path)
  }

  var description: String {
    "\(missing.seconds) s missing, \(heldBack.seconds) s of them in the writer, which was"
      + " \(behind.seconds) s behind; sound \(soundLag) s shorter"
  }

  private static func times(_ word: String, in output: String) -> [MediaTime] {
    // The last line may be half.
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.filter { $0.hasPrefix(word + " ") }
      .compactMap { Int64($0.dropFirst(word.count + 1)).map(MediaTime.init(nanoseconds:)) }
  }

  private static func lastPicture(of movie: MovieFile) async throws -> MediaTime {
    var last = MediaTime.zero
    try await movie.pictures(size: size) { _, luma in
      guard let reading = FrameCode.read(luma: luma, size: size) else { return }
      last = max(last, reading.code.time)
    }
    return last
  }

  /// Where a track ends, in seconds.
  private static func end(_ track: String, of path: String) async throws -> Double {
    let (_, output) = try await ChildProcess.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", track, "-show_entries", "packet=pts_time,duration_time",
        "-of", "csv=p=0", path,
      ])
    let ends = output.split(separator: "\n").map {
      $0.split(separator: ",").compactMap { Double($0) }.reduce(0, +)
    }
    return ends.max() ?? 0
  }

  private static func refusals(of path: String) async throws -> [String] {
    let mpv = try await ChildProcess.run(
      "mpv", ["--no-config", "--vo=null", "--ao=null", "--untimed", "--frames=3", path])
    let discoverer = try await ChildProcess.run("gst-discoverer-1.0", [path])
    let isDiscovered = discoverer.status == 0 && discoverer.output.contains("video")
    return (mpv.status == 0 ? [] : [mpv.output]) + (isDiscovered ? [] : [discoverer.output])
  }
}
