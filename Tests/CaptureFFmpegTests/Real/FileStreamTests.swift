import CaptureConformance
import CaptureCore
import Foundation
import MediaTypes
import SeededRandom
import TestSupport
import Testing
import Viewfinder

@testable import CaptureFFmpeg

@Suite("A movie as a camera", .requires(.ffmpeg), .timeLimit(.minutes(3)), .serialized)
struct FileStreamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("It does what every capture back end must do")
  func conforms() async throws {
    let film = try await Film.make(
      "a.mp4", in: folder, source: "testsrc2=size=160x120:rate=25:duration=1.5",
      "-c:v libx264 -preset ultrafast -pix_fmt yuv420p")
    let address = try #require(StreamAddress("file:" + film))
    try await CaptureConformance(
      makeBackend: {
        let backend = StreamBackend([address], clock: SystemClock())
        // Formats are known after an opening.
        let stream = try await backend.open(
          address.id,
          format: CameraFormat(
            pixelFormat: .i420, size: PixelSize(width: 160, height: 120), rate: nil))
        await stream.close()
        return backend
      }
    ).run()
  }

  @Test(
    "A still picture is a camera that goes on, without being decoded again",
    arguments: [("a.png", PixelFormat.rgb24), ("a.jpg", .mjpeg)])
  func still(name: String, format: PixelFormat) async throws {
    let picture = try await Film.make(
      name, in: folder, source: "testsrc2=size=64x48:rate=1:duration=1",
      "-frames:v 1" + (name.hasSuffix("jpg") ? " -pix_fmt yuvj420p" : ""))
    let record = try await firstFrames("file:" + picture, count: 10)
    #expect(record.failure == nil && record.times.count >= 10)
    let first = try #require(record.frames.first)
    #expect(first.format == format && first.size == PixelSize(width: 64, height: 48))
    #expect(record.frames.allSatisfy { $0.buffer === first.buffer })
    #expect(record.frames.map(\.sequence) == [1, 2, 3, 4])
    #expect(zip(record.times, record.times.dropFirst()).allSatisfy { $0 < $1 })
    let length = try #require(record.times.last) - record.times[0]
    #expect((0.3...2).contains(length.seconds))
  }

  @Test("MJPEG is handed on undecoded, byte for byte")
  func mjpeg() async throws {
    let film = try await Film.make("a.avi", in: folder, "-c:v mjpeg -q:v 3 -pix_fmt yuvj422p")
    let record = try await firstFrames("file:" + film)
    let frame = try #require(record.frames.first)
    #expect(frame.format == .mjpeg && frame.size == PixelSize(width: 320, height: 240))
    #expect(frame.color == .jpeg)
    let (status, _) = try await ChildProcess.run(
      "ffmpeg",
      [
        "-v", "error", "-i", film, "-frames:v", "1", "-c", "copy", "-f", "image2",
        folder.file("a.jpg"),
      ])
    #expect(status == 0)
    let expected = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.jpg")))
    let bytes = unsafe frame.buffer.withUnsafeBytes { unsafe Data($0) }
    #expect(bytes == expected)
  }

  @Test(
    "Pixels and colours are what the file says",
    arguments: [
      ("-pix_fmt yuv420p -colorspace bt709 -color_range tv", PixelFormat.i420, "bt709"),
      ("-pix_fmt yuv422p -colorspace smpte170m -color_range pc", .i422, "bt601 full"),
      ("-pix_fmt yuv444p -colorspace bt2020nc -color_range tv", .i444, "bt2020"),
      ("-pix_fmt yuv420p -colorspace smpte240m -color_range tv", .i420, "smpte240m"),
      ("-pix_fmt yuv420p", .i420, "bt601"),
      ("-pix_fmt yuv420p10le -colorspace bt709", .i420, "bt709"),
      ("-pix_fmt gray", .grey, "bt601 full"),
    ])
  func colors(options: String, format: PixelFormat, color: String) async throws {
    let film = try await Film.make(
      "a.mkv", in: folder, source: "color=0x3c78b4:size=64x48:rate=25:duration=0.2",
      "-c:v ffv1 \(options)")
    let frame = try #require(try await firstFrames("file:" + film).frames.first)
    #expect(frame.format == format)
    let isFull = color.hasSuffix("full")
    let matrices: [String: ColorDescription.Matrix] = [
      "bt601": .bt601, "bt709": .bt709, "smpte240m": .smpte240m, "bt2020": .bt2020,
    ]
    #expect(frame.color.matrix == matrices[String(color.prefix { $0 != " " })])
    #expect(frame.color.range == (isFull ? .full : .limited))
    // What FFmpeg itself decodes, to one in ten bits.
    let (_, output) = try await ChildProcess.run(
      "sh",
      [
        "-c",
        "ffmpeg -v error -i \(film) -frames:v 1 -pix_fmt \(Self.name(format)) -f rawvideo - "
          + "| head -c 1 | od -An -tu1",
      ])
    let luma = try #require(Int(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(abs(Int(frame.sample(plane: 0, column: 0, row: 0)) - luma) <= 1)
  }

  private static func name(_ format: PixelFormat) -> String {
    switch format {
    case .i422: "yuv422p"
    case .i444: "yuv444p"
    case .grey: "gray"
    default: "yuv420p"
    }
  }

  @Test(
    "A film of red, green and blue keeps its values", arguments: ["bgra", "rgb24", "gbrp", "rgba"])
  func rgb(format: String) async throws {
    let film = try await Film.make(
      "a.nut", in: folder, source: "color=0x3c78b4:size=64x48:rate=25:duration=0.2",
      "-c:v \(format == "gbrp" ? "ffv1" : "rawvideo") -pix_fmt \(format)")
    let frame = try #require(try await firstFrames("file:" + film).frames.first)
    let isRGB = frame.format == .rgb24
    try #require(isRGB || frame.format == .bgra)
    let values = (0..<3).map { Int(frame.sample(plane: 0, column: $0, row: 20)) }
    // FFmpeg makes the colour by way of luma and chroma.
    for (value, wanted) in zip(values, isRGB ? [0x3c, 0x78, 0xb4] : [0xb4, 0x78, 0x3c]) {
      #expect(abs(value - wanted) <= 2)
    }
    #expect(frame.color.matrix == .identity && frame.color.range == .full)
  }

  @Test("Rotation and the shape of pixels come from the file")
  func geometry() async throws {
    let film = try await Film.make(
      "a.mp4", in: folder, "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -aspect 8:3")
    let (status, output) = try await ChildProcess.run(
      "ffmpeg",
      [
        "-v", "error", "-i", film, "-c", "copy", "-metadata:s:v:0", "rotate=90",
        folder.file("r.mp4"),
      ])
    try #require(status == 0, "\(output)")
    let frame = try #require(try await firstFrames("file:" + folder.file("r.mp4")).frames.first)
    // FFmpeg's own word for it is anticlockwise.
    let (_, angle) = try await ChildProcess.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0",
        folder.file("r.mp4"),
      ])
    let clockwise = ((-(Int(angle.filter { $0.isNumber || $0 == "-" }) ?? 0)) % 360 + 360) % 360
    #expect(frame.rotation.rawValue == clockwise && clockwise % 180 == 90)
    #expect(frame.pixelAspect == PixelAspect(width: 2, height: 1))
  }

  @Test("It is played in real time to its end")
  func paced() async throws {
    let film = try await Film.make(
      "a.avi", in: folder, source: "testsrc2=size=64x48:rate=25:duration=1", "-c:v mjpeg")
    let stream = try await openStream("file:" + film)
    let recorder = StreamRecorder()
    let start = SystemClock().now
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("the end") { $0.failure != nil }
    #expect(record.failure?.code == .ended)
    #expect(record.failure?.message.contains("end") == true)
    #expect(record.times.count == 25)
    #expect(record.times[24] - record.times[0] >= .milliseconds(950))
    #expect(SystemClock().now - start >= .milliseconds(950))
    for (first, second) in zip(record.times, record.times.dropFirst()) { #expect(first < second) }
    await stream.close()
  }

  @Test("Looped it never ends, and its times only rise", arguments: ["mp4", "avi", "mkv"])
  func loop(ending: String) async throws {
    let codec = ending == "avi" ? "mjpeg" : "libx264 -preset ultrafast -pix_fmt yuv420p"
    let film = try await Film.make(
      "a.\(ending)", in: folder, source: "testsrc2=size=64x48:rate=50:duration=0.2",
      "-c:v \(codec)")
    let record = try await firstFrames("file:\(film)?loop", count: 60)
    #expect(record.failure == nil && record.times.count >= 60)
    for (first, second) in zip(record.times, record.times.dropFirst()) { #expect(first < second) }
    let length = record.times[59] - record.times[0]
    #expect(length >= .milliseconds(1_100))
  }

  @Test(
    "What is no movie is refused in words",
    arguments: [
      ("absent.mp4", CaptureError.Code.noSuchCamera), ("text.mp4", .unsupportedFormat),
      ("text.txt", .unsupportedFormat), ("sound.wav", .unsupportedFormat),
      ("folder", .noSuchCamera), ("pipe", .noSuchCamera),
      ("empty.mp4", .unsupportedFormat),
      ("half.mp4", .unsupportedFormat), ("list.m3u8", .unsupportedFormat),
    ])
  func refused(name: String, code: CaptureError.Code) async throws {
    try folder.write(String(repeating: "No movie.\n", count: 500), to: "text.mp4")
    try folder.write(String(repeating: "No movie.\n", count: 500), to: "text.txt")
    try folder.write("", to: "empty.mp4")
    try folder.write(
      "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n", to: "list.m3u8")
    let script = """
      cd "$1" && mkdir folder && mkfifo pipe &&
      ffmpeg -v error -f lavfi -i sine=duration=0.2 sound.wav &&
      ffmpeg -v error -f lavfi -i testsrc2=duration=1 -c:v libx264 -preset ultrafast whole.mp4 &&
      head -c 2000 whole.mp4 > half.mp4
      """
    let (status, output) = try await ChildProcess.run("sh", ["-c", script, "sh", folder.path])
    try #require(status == 0, "\(output)")
    let path = folder.file(name)
    let error = await #expect(throws: CaptureError.self) { try await openStream("file:" + path) }
    #expect(error?.code == code, "\(String(describing: error))")
    #expect(error?.remedy.isEmpty == false)
    #expect(error?.message.contains(name) == true)
  }

  @Test("A damaged movie drops pictures and goes on")
  func damaged() async throws {
    let film = try await Film.make(
      "a.avi", in: folder, "-c:v mpeg4 -q:v 3")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: film))
    var generator = SeededNumbers(seed: 7)
    for _ in 0..<200 {
      let index = Int.random(in: 8_000..<bytes.count - 2_000, using: &generator)
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    }
    try bytes.write(to: URL(fileURLWithPath: folder.file("b.avi")))
    guard let stream = try? await openStream("file:" + folder.file("b.avi")) else { return }
    let recorder = StreamRecorder()
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("the end") { $0.failure != nil }
    #expect(!record.times.isEmpty)
    await stream.close()
  }

  @Test("It stops at once in the middle of a wait")
  func stop() async throws {
    let film = try await Film.make(
      "slow.avi", in: folder, source: "testsrc2=size=64x48:rate=1/60:duration=180", "-c:v mjpeg")
    let stream = try await openStream("file:" + film)
    let recorder = StreamRecorder()
    try await stream.start(recorder.handler)
    try await recorder.wait("a picture") { !$0.times.isEmpty }
    let asked = ContinuousClock.now
    await stream.stop()
    #expect(ContinuousClock.now - asked < .seconds(20))
    await stream.close()
  }
}
