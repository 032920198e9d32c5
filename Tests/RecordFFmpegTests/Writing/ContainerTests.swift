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
    Kind(container: .matroska, codec: .mjpeg, names: ("mjpeg", "aac")),
    Kind(container: .matroska, codec: .vp8, names: ("vp8", "aac")),
    Kind(container: .webM, codec: .automatic, names: ("vp8", "opus")),
    Kind(container: .webM, codec: .vp9, names: ("vp9", "opus")),
  ]

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
}
