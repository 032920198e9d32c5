import TestSupport

/// A film made by FFmpeg.
enum Film {
  /// - Parameters:
  ///   - name: in the folder; its ending says the container.
  ///   - source: of libavfilter.
  ///   - options: of the output.
  static func make(
    _ name: String, in folder: TemporaryFolder,
    source: String = "testsrc2=size=320x240:rate=25:duration=2", _ options: String
  ) async throws -> String {
    let path = folder.file(name)
    let words = options.split(separator: " ").map(String.init)
    let (status, output) = try await ChildProcess.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source] + words + ["-y", path])
    guard status == 0 else { throw TestSupportError("no film: \(output)") }
    return path
  }
}
