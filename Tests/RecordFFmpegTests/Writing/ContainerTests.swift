import Foundation
import MediaTypes
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite("Movies are what other programs expect", .requires(Probe.programs))
struct ContainerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Kind: CustomStringConvertible, Sendable {
    var container: MovieContainer
    var codec: VideoCodec
    var names: (video: String, sound: String)
    var description: String { "\(codec.rawValue) in \(container.rawValue)" }
  }

  static let kinds = [
    Kind(container: .mp4, codec: .automatic, names: ("h264", "aac")),
    Kind(container: .mp4, codec: .mjpeg, names: ("mjpeg", "aac")),
    Kind(container: .matroska, codec: .h264, names: ("h264", "aac")),
    Kind(container: .mp4, codec: .hevc, names: ("hevc", "aac")),
    Kind(container: .matroska, codec: .hevc, names: ("hevc", "aac")),
    Kind(container: .matroska, codec: .mjpeg, names: ("mjpeg", "aac")),
    Kind(container: .matroska, codec: .vp8, names: ("vp8", "aac")),
    Kind(container: .webM, codec: .automatic, names: ("vp8", "opus")),
    Kind(container: .webM, codec: .vp9, names: ("vp9", "opus")),
  ]

  @Test("The longest name that can begin a movie can finish it")
  func longName() throws {
    let longest = 255 - ".part".utf8.count
    let path = folder.file(String(repeating: "a", count: longest - 4) + ".mp4")
    let summary = try TestMovie.write(path, TestMovie.settings(), count: 30)
    #expect(summary.note.isEmpty)
    #expect(folder.names == [String(path.split(separator: "/").last ?? "")])
    let longer = folder.file(String(repeating: "a", count: longest - 3) + ".mp4")
    #expect(throws: RecordError.self) {
      try TestMovie.write(longer, TestMovie.settings(), count: 30)
    }
  }

  @Test("Each kind of file plays, has its codecs, steps and length", arguments: kinds)
  func kind(_ kind: Kind) async throws {
    let path = folder.file("movie." + kind.container.fileExtensions[0])
    let settings = TestMovie.settings(kind.container, video: kind.codec)
    let summary = try TestMovie.write(path, settings, count: 75)
    #expect(summary.frameCount == 75)
    #expect(summary.note.isEmpty)
    let probe = try await Probe(path)
    #expect(probe.video?.codec_name == kind.names.video)
    #expect(probe.sound?.codec_name == kind.names.sound)
    #expect(probe.answer.streams.count == 2)
    if kind.codec == .hevc, kind.container == .mp4 {
      #expect(probe.video?.codec_tag_string == "hvc1", "QuickTime plays no other")
    }
    #expect(probe.pictureTimes.count == 75)
    // Matroska counts whole milliseconds.
    let precision = kind.container == .mp4 ? 0.000_1 : 0.001
    let worst = probe.pictureTimes.enumerated().map { abs($1 - Double($0) / 30) }.max() ?? 9
    #expect(worst < precision, "\(probe.pictureTimes)")
    #expect(abs(probe.duration - 2.5) < 0.04, "\(probe.duration) s")
    let refusals = await Probe.refusals(of: path)
    #expect(refusals.isEmpty, "\(refusals)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test("HEVC goes down in quality within one file, whose head holds for all of it")
  func steps() async throws {
    let path = folder.file("movie.mp4")
    let size = PixelSize(width: 320, height: 240)
    let settings = TestMovie.settings(size: size, video: .hevc, sound: nil)
    let writer = try TestMovie.backend.create(path, settings: settings)
    for index in 0..<40 {
      if index % 10 == 9 { #expect(writer.lowerQuality() == (index < 39)) }
      let stripes = (0..<size.area * 3 / 2).map { UInt8(truncatingIfNeeded: ($0 + index) * 5) }
      try writer.append(try TestFrame.make(stripes, .i420, size), at: Int64(index))
    }
    #expect(writer.facts.qualitySteps == 3 && writer.facts.encoder.contains("265"))
    #expect(try writer.finish().frameCount == 40)
    let probe = try await Probe(path)
    let starts = (probe.answer.packets ?? []).enumerated()
      .filter { $0.element.flags?.hasPrefix("K") == true }.map(\.offset)
    #expect(starts == [0, 9, 19, 29], "each step begins with a picture of its own")
    let refusals = await Probe.refusals(of: path)
    #expect(refusals.isEmpty, "\(refusals)")
  }
}
