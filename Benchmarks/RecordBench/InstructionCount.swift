import Foundation
import MediaTypes
import RecordCore
import RecordFFmpeg

/// Counts the instructions of a work with valgrind, which gives nearly the same number each time: all of
/// the program's, none of the system's.
///
/// This program runs itself: `RecordBench FOLDER --work NV12|I420 alone|whole PICTURES`.
struct InstructionCount {
  let folder: String

  /// A quarter of the pixels that are timed, as valgrind is slow; what a recording does for each picture
  /// weighs the more beside the encoder.
  private static let size = PixelSize(width: 640, height: 360)

  /// Where valgrind is; nil where it is not installed.
  private static var valgrind: String? {
    ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].first(
      where: FileManager.default.isExecutableFile)
  }

  func run(_ report: (Measurement) -> Void) throws {
    guard let valgrind = Self.valgrind else {
      print("Instructions are not counted: valgrind is not installed.")
      return
    }
    for format in [PixelFormat.nv12, .i420] { report(try measure(format, valgrind)) }
  }

  private func measure(_ format: PixelFormat, _ valgrind: String) throws -> Measurement {
    let (alone, whole) = try count(format, valgrind)
    let scale = 1_000_000 * Double(RecordBench.perSecond)
    return Measurement(
      name: "\(format)-instructions".lowercased(),
      spread: Spread(exactly: (whole / alone - 1) * 100), unit: "%",
      detail: "\(number(whole / scale)) million a picture, encoder alone \(number(alone / scale)), "
        + "\(Self.size)")
  }

  /// Those of a second of pictures, in the encoder alone and in a recording: what a longer run takes more
  /// than a short one, so that openings and ends do not count.
  private func count(
    _ format: PixelFormat, _ valgrind: String
  ) throws -> (alone: Double, whole: Double) {
    let works = ["alone", "whole"].flatMap { way in
      [2, RecordBench.perSecond + 2].map { count in
        (log: "\(folder)/\(way)-\(count).log", way: way, count: count)
      }
    }
    let processes = try works.map { work in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: valgrind)
      process.arguments = [
        "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
        "--log-file=\(work.log)", CommandLine.arguments[0], folder, "--work", "\(format)", work.way,
        "\(work.count)",
      ]
      try process.run()
      return process
    }
    for process in processes { process.waitUntilExit() }
    guard processes.allSatisfy({ $0.terminationStatus == 0 }) else {
      throw CocoaError(.executableRuntimeMismatch)
    }
    let counts = try works.map { try Self.count(in: $0.log) }
    return (counts[1] - counts[0], counts[3] - counts[2])
  }

  /// The number in valgrind's line `==PID== I   refs:      1,172,121,380`.
  private static func count(in log: String) throws -> Double {
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let line = lines.last { $0.contains("refs:") }
    let digits = line?.split(separator: ":").last?.filter(\.isNumber) ?? ""
    guard let count = Double(digits) else { throw CocoaError(.fileReadCorruptFile) }
    return count
  }

  /// What is counted.
  static func work(_ arguments: [String]) throws {
    let format: PixelFormat = arguments[3] == "\(PixelFormat.nv12)" ? .nv12 : .i420
    // Few, since making them is counted as well.
    let frames = try MovingPicture.frames(size, format, count: 4)
    let settings = RecordBench.settings(size)
    let count = Int64(arguments[5]) ?? 0
    if arguments[4] == "alone" {
      let bare = try BareEncoding(frames, settings: settings)
      for index in 0..<count { try bare.append(at: index) }
      return try bare.finish()
    }
    let path = "\(arguments[1])/counted-\(count).mp4"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recording = try MeasuredRecording(frames, to: path, settings: settings)
    for index in 0..<count { try recording.append(at: index) }
    try recording.finish()
  }
}
