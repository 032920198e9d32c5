@_spi(Stage) import AVFoundation
import AppleMedia
import CoreMedia
import CoreVideo
import Foundation
import MediaTypes
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

  @Test("A file that is there is left as it is, unless it may be replaced")
  func existing() throws {
    try Data("mine".utf8).write(to: URL(filePath: path))
    #expect(throws: RecordError.self) { _ = try create() }
    var settings = settings
    settings.overwrites = true
    let writer = try create(settings)
    try writer.append(frame(1), at: 0)
    _ = try writer.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) != "mine")
  }

  @Test("A movie that is given up, or has no picture, leaves nothing")
  func nothing() throws {
    try create().discard()
    let writer = try create()
    #expect(throws: RecordError.self) { _ = try writer.finish() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("What the system does not write is refused before anything is made")
  func refusals() throws {
    for container in [MovieContainer.webM, .matroska] {
      var settings = settings
      settings.container = container
      #expect(throws: RecordError.self) { _ = try create(settings) }
    }
    let nowhere = folder.file("no/such/a.mp4")
    do {
      _ = try AVFoundationMovieBackend { CountingFitter() }.create(nowhere, settings: settings)
      Issue.record("it began")
    } catch {
      #expect(error.code == .noFolder)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("A picture that comes too late is refused, and the next is taken")
  func order() throws {
    let writer = try create()
    try writer.append(frame(1), at: 3)
    #expect(throws: RecordError.self) { try writer.append(frame(2), at: 3) }
    try writer.append(frame(3), at: 4)
    #expect(try writer.finish().frameCount == 2)
  }

  @Test("The settings are those of H.264 in fragments, exact in time")
  func words() throws {
    let words = WriterSettings(
      movie: MovieSettings(
        canvas: MovieCanvas(rate: try #require(FrameRate(30_000, per: 1001)))))
    #expect(words.video[AVVideoCodecKey] as? String == "avc1")
    #expect(words.time(ofFrame: 30).value == 30_030 && words.time(ofFrame: 30).timescale == 30_000)
    #expect(!words.time(ofFrame: .max).isNumeric)
    #expect(WriterSettings.bitRate(PixelSize(width: 16, height: 16), 1) == 500_000)
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

  func fit(
    _ frame: VideoFrame, to canvas: MovieCanvas, into picture: PixelBuffer
  ) throws(RecordError) {
    count += 1
  }
}
