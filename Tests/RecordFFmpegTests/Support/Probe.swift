import Foundation
import TestSupport

/// What other programs say of a movie.
struct Probe {
  static let programs = RealPart(
    "players to test movies with",
    programs: ["ffprobe", "ffmpeg", "mediainfo", "gst-discoverer-1.0", "mpv"],
    packages: [
      "ffmpeg", "mediainfo", "gstreamer1.0-plugins-base-apps", "gstreamer1.0-libav",
      "gstreamer1.0-plugins-good", "mpv",
    ])

  struct Stream: Decodable {
    var codec_type: String?
    var codec_name: String?
    var codec_tag_string: String?
    var width: Int?
    var height: Int?
    var pix_fmt: String?
    var color_space: String?
    var color_range: String?
    var color_primaries: String?
    var color_transfer: String?
    var sample_rate: String?
    var start_time: String?
    var duration: String?
    var avg_frame_rate: String?
  }

  struct Packet: Decodable {
    var codec_type: String?
    var pts_time: String?
    var dts_time: String?
    var duration_time: String?
    var flags: String?
  }

  struct Format: Decodable {
    var duration: String?
    var tags: [String: String]?
    var format_name: String?
  }

  struct Answer: Decodable {
    var streams: [Stream]
    var packets: [Packet]?
    var format: Format
  }

  let answer: Answer

  /// Asks ffprobe; an error of its own fails.
  init(_ path: String) async throws {
    let text = try await Self.shell(
      "ffprobe -v error -show_streams -show_format -show_packets -of json '\(path)'")
    answer = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
  }

  var video: Stream? { answer.streams.first { $0.codec_type == "video" } }
  var sound: Stream? { answer.streams.first { $0.codec_type == "audio" } }
  var duration: Double { Double(answer.format.duration ?? "") ?? -1 }

  /// When each picture is seen, in seconds.
  var pictureTimes: [Double] {
    (answer.packets ?? []).filter { $0.codec_type == "video" }
      .compactMap { $0.pts_time.flatMap(Double.init) }
  }

  /// Runs a line of shell; a status other than 0 throws with the output.
  @discardableResult
  static func shell(_ line: String, limit: Duration = .seconds(60)) async throws -> String {
    let folder = try TemporaryFolder()
    let file = folder.file("output")
    let (status, output) = try await ChildProcess.run(
      "/bin/bash", ["-c", "set -o pipefail; { \(line); } > \(file)"], limit: limit)
    guard status == 0 else { throw TestSupportError("status \(status) of \(line): \(output)") }
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  /// The programs that do not open or play a movie, with what they say.
  static func refusals(of path: String) async -> [String] {
    let lines = [
      "ffprobe -v error -count_frames -show_entries stream=nb_read_frames '\(path)' 2>&1",
      "text=$(timeout 20 gst-discoverer-1.0 '\(path)' 2>&1); grep -q '^Properties' <<< \"$text\"",
      "timeout 30 mpv --no-config --vo=null --ao=null --untimed --no-terminal '\(path)'",
      "test -n \"$(mediainfo --Output='Video;%Format%' '\(path)')\"",
    ]
    var refusals: [String] = []
    for line in lines {
      do { try await shell(line) } catch { refusals.append("\(error)") }
    }
    return refusals
  }
}
