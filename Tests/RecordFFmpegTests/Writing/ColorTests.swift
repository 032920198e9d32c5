import Foundation
import MediaTypes
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite("Colours come back", .requires(Probe.programs))
struct ColorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible, Sendable {
    var format: PixelFormat
    var color: ColorDescription
    var codec = VideoCodec.automatic
    /// The camera that decides what the file's colour is; nil for the same one.
    var first: ColorDescription?
    var testDescription: String { "\(format) \(color.matrix) \(color.range) \(codec.rawValue)" }
  }

  static let cases: [Case] = {
    var cases: [Case] = []
    for matrix in [ColorDescription.Matrix.bt601, .bt709, .smpte240m] {
      for range in ColorDescription.Range.allCases {
        let color = ColorDescription(
          matrix: matrix, range: range, transfer: .bt709, primaries: .bt709)
        cases += [PixelFormat.nv12, .i420, .yuyv].map { Case(format: $0, color: color) }
        // After a flip, to a camera whose colour is another.
        cases.append(Case(format: .nv12, color: color, first: .bt709))
        cases.append(Case(format: .i422, color: color, first: .webcam))
      }
    }
    cases += [PixelFormat.bgra, .rgba, .rgb24].map { Case(format: $0, color: .srgb) }
    cases.append(Case(format: .nv12, color: .bt709, codec: .mjpeg))
    cases.append(Case(format: .nv12, color: .bt709, codec: .vp8))
    return cases
  }()

  @Test("A chart comes back within 4 of 255", arguments: cases)
  func chart(_ test: Case) async throws {
    let path = folder.file("chart.mkv")
    let size = PixelSize(width: 256, height: 128)
    var settings = TestMovie.settings(.matroska, size: size, video: test.codec, sound: nil)
    settings.canvas.gravity = .fill
    let writer = try TestMovie.backend.create(path, settings: settings)
    if let first = test.first {
      try writer.append(try Chart.frame(.nv12, first, size), at: 0)
    }
    for index in Int64(1)..<12 {
      try writer.append(try Chart.frame(test.format, test.color, size, sequence: index), at: index)
    }
    _ = try writer.finish()
    let rgb = folder.file("chart.rgb")
    try await Probe.shell(
      "ffmpeg -v error -y -sseof -0.1 -i '\(path)' -update 1 -vf "
        + "scale=in_range=auto:out_color_matrix=auto:flags=accurate_rnd+full_chroma_int "
        + "-pix_fmt rgb24 -f rawvideo '\(rgb)'")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: rgb))).suffix(size.area * 3)
    let worst = Chart.worstDifference(Array(bytes), size)
    #expect(worst <= 4, "\(worst) of 255")
  }

  @Test(
    "Two cameras of other colours in one take: both charts come back within 4 of 255",
    arguments: [(VideoCodec.automatic, "mp4"), (.vp8, "webm"), (.mjpeg, "mkv")])
  func twoCameras(codec: VideoCodec, ending: String) async throws {
    let limited = ColorDescription(
      matrix: .bt601, range: .limited, transfer: .bt709, primaries: .smpte170m)
    let full = ColorDescription(matrix: .bt709, range: .full, transfer: .bt709, primaries: .bt709)
    let size = PixelSize(width: 256, height: 128)
    for (number, colors) in [[limited, full, limited], [full, limited, full]].enumerated() {
      let path = folder.file("take\(number).\(ending)")
      let container = try #require(MovieContainer(fileName: path))
      let writer = try TestMovie.backend.create(
        path, settings: TestMovie.settings(container, size: size, video: codec, sound: nil))
      for index in Int64(0)..<36 {
        let color = colors[Int(index) / 12]
        let format: PixelFormat = color == full ? .i420 : .nv12
        try writer.append(try Chart.frame(format, color, size, sequence: index), at: index)
      }
      _ = try writer.finish()
      let rgb = folder.file("chart.rgb")
      try await Probe.shell(
        "ffmpeg -v error -y -i '\(path)' -vf \"select=eq(mod(n\\,12)\\,11),"
          + "scale=in_range=auto:out_color_matrix=auto:flags=accurate_rnd+full_chroma_int\" "
          + "-fps_mode passthrough -pix_fmt rgb24 -f rawvideo '\(rgb)'")
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: rgb)))
      #expect(bytes.count == size.area * 9)
      for (camera, start) in stride(from: 0, to: bytes.count, by: size.area * 3).enumerated() {
        let picture = Array(bytes[start..<min(bytes.count, start + size.area * 3)])
        let worst = Chart.worstDifference(picture, size)
        #expect(worst <= 4, "\(worst) of 255, camera \(camera) of \(ending)")
      }
    }
  }

  @Test("The file's tags say what is in it")
  func tags() async throws {
    for (color, height, space) in [
      (ColorDescription.bt709, 720, "bt709"), (.webcam, 720, "smpte170m"),
      (.srgb, 720, "bt709"), (.srgb, 480, "smpte170m"),
    ] {
      let size = PixelSize(width: 64, height: height)
      let path = folder.file("tags-\(height)-\(space)-\(color.transfer).mp4")
      let writer = try TestMovie.backend.create(
        path, settings: TestMovie.settings(size: size, sound: nil))
      let format: PixelFormat = color == .srgb ? .bgra : .nv12
      try writer.append(try Chart.frame(format, color, size), at: 0)
      _ = try writer.finish()
      let video = try #require(try await Probe(path).video)
      #expect(video.color_space == space)
      #expect(video.color_range == "tv")
      #expect(video.color_primaries == "bt709")
    }
  }
}
