import Foundation
import MediaTypes
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite("A camera's own compressed pictures", .requires(Probe.programs))
struct PassingThroughTests {
  private let folder: TemporaryFolder
  private let size = PixelSize(width: 64, height: 48)

  init() throws { folder = try TemporaryFolder() }

  /// JPEG pictures as a camera sends them.
  private func jpegs(_ count: Int, _ size: PixelSize) async throws -> [[UInt8]] {
    let pattern = folder.file("picture-\(size)-%d.jpg")
    try await Probe.shell(
      "ffmpeg -v error -f lavfi -i testsrc=s=\(size):r=30 -frames:v \(count) '\(pattern)'")
    return try (1...count).map {
      let path = pattern.replacingOccurrences(of: "%d", with: "\($0)")
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
  }

  @Test(
    "JPEG goes into the file untouched, other pictures are encoded between",
    arguments: ["mp4", "mkv"])
  func jpeg(ending: String) async throws {
    let (path, copies) = (folder.file("a." + ending), folder.file("out-%d.jpg"))
    let pictures = try await jpegs(6, size)
    let other = try await jpegs(1, PixelSize(width: 32, height: 32))
    var settings = TestMovie.settings(
      try #require(MovieContainer(fileName: path)), size: size, sound: nil)
    settings.passesThrough = true
    let writer = try TestMovie.backend.create(path, settings: settings)
    for (index, bytes) in pictures.enumerated() {
      let frame = try TestFrame.make(bytes, .mjpeg, size, sequence: UInt64(index))
      try writer.append(frame, at: Int64(index) * 2)
      try writer.append(frame, at: Int64(index) * 2 + 1)
    }
    try writer.append(
      try TestFrame.make(other[0], .mjpeg, PixelSize(width: 32, height: 32)), at: 12)
    try writer.append(try TestFrame.grey(size, level: 90), at: 13)
    // A picture that was cut on its way: the one before stands still.
    try writer.append(
      try TestFrame.make(Array(pictures[0].dropLast(50)), .mjpeg, size, sequence: 99), at: 14)
    #expect(writer.facts.passedThroughCount == 6)
    #expect(try writer.finish().frameCount == 15)
    let probe = try await Probe(path)
    #expect(probe.video?.codec_name == "mjpeg")
    #expect(probe.video?.color_range == "pc")
    let refusals = await Probe.refusals(of: path)
    #expect(refusals.isEmpty, "\(refusals)")
    try await Probe.shell(
      "ffmpeg -v error -i '\(path)' -fps_mode passthrough -c copy -f image2 '\(copies)'")
    for index in 0..<12 {
      let copy = copies.replacingOccurrences(of: "%d", with: "\(index + 1)")
      #expect([UInt8](try Data(contentsOf: URL(filePath: copy))) == pictures[index / 2])
    }
  }

  @Test("JPEG that does not pass is decoded and encoded")
  func decoded() async throws {
    let path = folder.file("a.mp4")
    let pictures = try await jpegs(3, size)
    let writer = try TestMovie.backend.create(
      path, settings: TestMovie.settings(size: size, sound: nil))
    for (index, bytes) in pictures.enumerated() {
      try writer.append(
        try TestFrame.make(bytes, .mjpeg, size, sequence: UInt64(index)), at: Int64(index))
    }
    #expect(try writer.finish().frameCount == 3)
    #expect(try await Probe(path).video?.codec_name == "h264")
  }

  @Test(
    "Quality goes down in steps within one file that plays to its end", arguments: ["mp4", "webm"])
  func steps(ending: String) async throws {
    let path = folder.file("a." + ending)
    let settings = TestMovie.settings(try #require(MovieContainer(fileName: path)), size: size)
    let writer = try TestMovie.backend.create(path, settings: settings)
    var steps = 0
    for part in Int64(0)..<6 {
      try TestMovie.feed(writer, settings, part * 10..<part * 10 + 10)
      if writer.lowerQuality() { steps += 1 }
    }
    #expect(steps == 3)
    #expect(writer.facts.qualitySteps == 3)
    _ = try writer.finish()
    let count = try await Probe.shell(
      "ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames "
        + "-of csv=p=0 '\(path)' 2>&1")
    #expect(count.trimmingCharacters(in: .whitespacesAndNewlines) == "60")
  }

  @Test("Encoders are tried, and a refusal has its reason")
  func survey() {
    let findings = MovieEncoders.survey(
      canvas: MovieCanvas(size: PixelSize(width: 320, height: 240)))
    #expect(
      findings.map(\.name).prefix(4) == ["h264_vaapi", "h264_v4l2m2m", "libx264", "libopenh264"])
    for finding in findings {
      #expect(finding.isUsable == finding.reason.isEmpty)
      #expect(finding.isUsable || finding.reason.count > finding.name.count)
    }
    #expect(findings.contains { $0.codec == .mjpeg && $0.isUsable })
  }
}
