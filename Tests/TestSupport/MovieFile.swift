import Foundation
public import MediaTypes

extension RealPart {
  /// FFmpeg's programs, as readers of what this project writes.
  public static let ffmpeg = RealPart(
    "FFmpeg", programs: ["ffmpeg", "ffprobe"], packages: ["ffmpeg"])
}

/// A movie as FFmpeg's programs read it.
public struct MovieFile: Sendable {
  /// One stream of it.
  public struct Stream: Hashable, Sendable {
    /// `video` or `audio`.
    public let kind: String
    /// As FFmpeg calls it: `h264`, `aac`.
    public let codec: String
    /// In pixels; zero for sound.
    public let size: PixelSize
    /// As FFmpeg writes it: `30/1`.
    public let rate: String
  }

  /// Where it lies.
  public let path: String
  /// In the order of the file.
  public let streams: [Stream]
  /// In seconds.
  public let duration: Double

  /// Reads what a file says of itself.
  ///
  /// - Throws: when `ffprobe` does not take it for a movie.
  public init(_ path: String) async throws {
    self.path = path
    let answer = try await Self.run(
      "ffprobe",
      [
        "-of", "json", "-show_entries",
        "format=duration:stream=codec_type,codec_name,width,height,r_frame_rate", path,
      ])
    let root = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    let format = root?["format"] as? [String: Any]
    guard let streams = root?["streams"] as? [[String: Any]] else {
      throw TestSupportError("\(path) has no streams: \(answer)")
    }
    self.streams = streams.map { stream in
      Stream(
        kind: stream["codec_type"] as? String ?? "", codec: stream["codec_name"] as? String ?? "",
        size: PixelSize(
          width: stream["width"] as? Int ?? 0, height: stream["height"] as? Int ?? 0),
        rate: stream["r_frame_rate"] as? String ?? "")
    }
    duration = (format?["duration"] as? String).flatMap(Double.init) ?? 0
  }

  /// When each picture is shown, in seconds, in order.
  public func pictureTimes() async throws -> [Double] {
    let answer = try await Self.run(
      "ffprobe",
      ["-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path])
    return answer.split(separator: "\n").compactMap {
      Double($0.split(separator: ",").first ?? "")
    }.sorted()
  }

  /// Decodes the pictures to brightness, in a size of their own, and looks at each.
  ///
  /// - Parameters:
  ///   - size: that they are scaled to.
  ///   - look: gets each picture's number and its rows without padding.
  /// - Returns: how many there are.
  @discardableResult
  public func pictures(
    size: PixelSize, _ look: (_ index: Int, _ luma: [UInt8]) throws -> Void
  ) async throws -> Int {
    let folder = try TemporaryFolder()
    let file = folder.file("luma")
    _ = try await Self.run(
      "ffmpeg",
      [
        "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf",
        "scale=\(size.width):\(size.height)", "-f", "rawvideo", "-pix_fmt", "gray", file,
      ])
    let data = try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)
    let count = data.count / size.area
    for index in 0..<count {
      try look(index, [UInt8](data[index * size.area..<(index + 1) * size.area]))
    }
    return count
  }

  /// Decodes the sound.
  ///
  /// - Returns: one channel, 48000 samples a second, between -1 and 1.
  public func sound() async throws -> [Float] {
    let folder = try TemporaryFolder()
    let file = folder.file("sound")
    _ = try await Self.run(
      "ffmpeg",
      ["-i", path, "-map", "0:a", "-ac", "1", "-ar", "48000", "-f", "f32le", file])
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    // Unsafe: the bytes are read within the call; floats of the machine's own order, unaligned.
    return unsafe data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map {
        unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
      }
    }
  }

  private static func run(_ program: String, _ words: [String]) async throws -> String {
    let result = try await ChildProcess.run(
      program, ["-v", "error"] + words, limit: .seconds(300))
    guard result.status == 0 else {
      throw TestSupportError("\(program) \(words): \(result.output)")
    }
    return result.output
  }
}
