@_spi(Stage) import AVFoundation
import AppleMedia
import CoreMedia
import CoreVideo
import Foundation
import MediaTypes
import RecordConformance
import RecordCore
import TestSupport
import Testing

@testable import RecordAVFoundation

@Suite("AVAssetWriter's back end, on stand-ins", .serialized, .timeLimit(.minutes(1)))
struct MovieWriterTests {
  private let folder: TemporaryFolder
  private let fitter = CountingFitter()

  init() throws {
    folder = try TemporaryFolder()
    Stage.current.reset()
  }

  private var path: String { folder.file("a.mp4") }
  private var part: String { path + ".part" }
  private var settings: MovieSettings {
    MovieSettings(canvas: MovieCanvas(size: PixelSize(width: 64, height: 48)))
  }

  private func create(_ settings: MovieSettings? = nil) throws -> any MovieWriter {
    let fitter = Shared(fitter)
    return try AVFoundationMovieBackend { fitter.value }.create(
      path, settings: settings ?? self.settings)
  }

  private func frame(_ number: UInt64) throws -> VideoFrame {
    let pool = FramePool(byteCount: 64 * 48 * 4, capacity: 1)
    let buffer = try #require(unsafe pool.make { _ in })
    return try VideoFrame(
      buffer: buffer, format: .bgra, size: PixelSize(width: 64, height: 48),
      planes: PlaneLayouts(packing: .bgra, size: PixelSize(width: 64, height: 48)), color: .srgb,
      source: CameraID("a"), sequence: number, presentationTime: .zero)
  }

  private func sound(_ count: Int) throws -> AudioBuffer {
    try #require(
      AudioBuffer(
        samples: Array(repeating: 0.25, count: 2 * count), channelCount: 2, sampleRate: 48_000,
        presentationTime: .zero))
  }

  @Test("Pictures and sound get their places, and the file its name at the end")
  func places() throws {
    let writer = try create()
    for index in [0, 1, 4] as [Int64] { try writer.append(frame(UInt64(index)), at: index) }
    try writer.append(sound(480), at: 0)
    try writer.append(sound(480), at: 480)
    #expect(FileManager.default.fileExists(atPath: part))
    #expect(!FileManager.default.fileExists(atPath: path))
    let summary = try writer.finish()
    #expect(summary.frameCount == 3 && summary.soundSampleCount == 960 && summary.note.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: part))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let times = lines.filter { $0.hasPrefix("vide") }.compactMap { Double($0.dropFirst(5)) }
    #expect(times == [0, 1.0 / 30, 4.0 / 30])
    #expect(lines.filter { $0.hasPrefix("soun") } == ["soun 0.0 480", "soun 0.01 480"])
    #expect(Stage.current.misuses == [])
  }

  @Test("A held picture is fitted once")
  func held() throws {
    let writer = try create()
    let frame = try frame(1)
    for index in 0..<5 { try writer.append(frame, at: Int64(index)) }
    try writer.append(self.frame(2), at: 5)
    #expect(fitter.count == 2)
    #expect(try writer.finish().frameCount == 6)
  }

  @Test(
    "A failing writer says why, and its part stays for repair",
    arguments: [
      (AVError.Code.diskFull, RecordError.Code.diskFull), (.unknown, .writeFailed),
    ])
  func failure(code: AVError.Code, expected: RecordError.Code) throws {
    let writer = try create()
    try writer.append(frame(1), at: 0)
    Stage.current.writerFailure = code
    for call in [{ try writer.append(self.frame(2), at: 1) }, { _ = try writer.finish() }] {
      do {
        try call()
        Issue.record("nothing was thrown")
      } catch let error as RecordError {
        #expect(error.code == expected)
      }
    }
    #expect(FileManager.default.fileExists(atPath: part))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Conforms, as any back end")
  func conforms() throws {
    let fitter = Shared(fitter)
    try RecordConformance(
      name: "avfoundation", folder: folder.path,
      makeBackend: { AVFoundationMovieBackend { fitter.value } },
      offers: { $0 == .mp4 && [.automatic, .h264, .hevc].contains($1) }, passesThrough: false,
      breakWriting: { _ in Stage.current.writerFailure = .diskFull },
      mend: { Stage.current.writerFailure = nil }
    ).run()
    #expect(Stage.current.misuses == [])
  }

  @Test("A codec that the device has no encoder for is refused before anything is made")
  func missingEncoder() throws {
    Stage.current.missingCodecs = ["hvc1"]
    var settings = settings
    settings.video = .hevc
    do {
      _ = try create(settings)
      Issue.record("it began")
    } catch let error as RecordError {
      #expect(error.code == .encoderUnavailable && error.remedy.contains("h264"))
    }
    #expect(folder.names == [])
    #expect(try create().facts.encoder == "AVAssetWriter H.264")
    #expect(Stage.current.misuses == [])
  }

  @Test("Pictures say that their colours are the movie's, so that nothing is converted")
  func colors() throws {
    let writer = try create()
    try writer.append(frame(1), at: 0)
    let picture = try #require(fitter.last)
    for (key, value) in [
      (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
      (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2),
    ] {
      let attached = CVBufferCopyAttachment(picture.value, key, nil)
      #expect(attached as? String == value as String)
    }
    writer.discard()
  }

  @Test(
    "The settings are those of the codec in fragments, exact in time",
    arguments: [(VideoCodec.automatic, "avc1", 2_764_800), (.hevc, "hvc1", 1_658_880)])
  func words(codec: VideoCodec, name: String, bitRate: Int) throws {
    let words = WriterSettings(
      movie: MovieSettings(
        canvas: MovieCanvas(rate: try #require(FrameRate(30_000, per: 1001))), video: codec))
    #expect(words.video[AVVideoCodecKey] as? String == name)
    #expect(words.time(ofFrame: 30).value == 30_030 && words.time(ofFrame: 30).timescale == 30_000)
    #expect(!words.time(ofFrame: .max).isNumeric)
    let type = AVVideoCodecType(rawValue: name)
    #expect(WriterSettings.bitRate(type, PixelSize(width: 1280, height: 720), 30) == bitRate)
    #expect(WriterSettings.bitRate(type, PixelSize(width: 16, height: 16), 1) == 500_000)
  }

  /// Sendable unchecked: the recorder's thread alone uses it.
  private struct Shared: @unchecked Sendable {
    let value: CountingFitter
    init(_ value: CountingFitter) { self.value = value }
  }
}

/// Counts instead of drawing.
final class CountingFitter: PictureFitter {
  private(set) var count = 0
  private(set) var last: PixelBuffer?

  func fit(
    _ frame: VideoFrame, to canvas: MovieCanvas, into picture: PixelBuffer
  ) throws(RecordError) {
    count += 1
    last = picture
  }
}
