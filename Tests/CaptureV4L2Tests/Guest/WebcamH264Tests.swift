import CaptureCore
import CaptureFFmpeg
import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

/// The long form: a film has to be made and a movie recorded under emulation. What the decoder does is tried
/// outside, in `H264DecoderTests`.
@Suite(
  "WebcamH264: a webcam that makes H.264 itself", .serialized,
  .enabled(if: Guest.isInside && Soak.isWanted), .requires(.ffmpeg))
struct WebcamH264Tests {
  private static let id = CameraID("usb-vhci_hcd.0-3/1209:0001/0003")
  private static let delimiter: [UInt8] = [0, 0, 0, 1, 9]
  private let backend = V4L2Backend(clock: RealClock(), decoders: { H264Decoder() })
  private let webcam = Webcam(number: 2)

  /// Two seconds of access units of 320x240.
  private func makeFilm(_ path: String) async throws {
    let (status, output) = try await ChildProcess.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30", "-frames:v", "60"]
        + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast"]
        + ["-tune", "zerolatency", "-g", "5", "-x264-params", "aud=1", path])
    #expect(status == 0, "\(output)")
  }

  private func units(_ path: String) throws -> Set<[UInt8]> {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let length = Self.delimiter.count
    let starts = (0...bytes.count - length).filter { start in
      bytes[start] == 0 && bytes[start..<start + length].elementsEqual(Self.delimiter)
    }
    return Set(zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) })
  }

  @Test("Its access units are decoded, and go into a movie untouched")
  func passThrough() async throws {
    let folder = try TemporaryFolder()
    let film = folder.file("film.h264")
    try await makeFilm(film)
    let started = try await ChildProcess.run(
      "/run/vmtest/usb-webcam", ["port=2", "serial=0003", "formats=h264,yuyv", "h264=\(film)"])
    #expect(started.status == 0, "\(started.output)")
    defer { try? webcam.tell(.quit) }
    let list = try await backend.list("the third") { list in
      list.devices.contains { $0.id == Self.id }
    }
    let device = try #require(list.devices.first { $0.id == Self.id })
    try await expectPictures(of: device, units: try units(film))
    try await expectMovie(folder.file("movie.mp4"))
    try webcam.tell(.quit)
    _ = try await backend.list("two") { $0.devices.count == 2 }
  }

  private func expectPictures(of device: CameraDevice, units: Set<[UInt8]>) async throws {
    let stream = try await backend.open(device.id, format: try #require(device.mode(.h264)))
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    // On a busy machine the kernel loses some, and what builds upon them is not whole.
    let log = try await recorder.wait("a whole picture", limit: .seconds(60)) {
      $0.frames >= 20 && $0.last?.encoded != nil
    }
    await stream.close()
    let frame = try #require(log.last)
    #expect(frame.format == .i420 && frame.size == PixelSize(width: 320, height: 240))
    let encoded = try #require(frame.encoded)
    #expect(encoded.number == frame.sequence)
    // Unsafe: copied at once.
    let bytes = unsafe try #require(encoded.bytes()).withUnsafeBytes { unsafe Array($0) }
    #expect(units.count == 60 && units.contains(bytes))
  }

  private func expectMovie(_ path: String) async throws {
    let (status, output) = try await ChildProcess.run(
      try BuiltProducts.path("viewfinder"),
      [
        "record", path, "--backend", "v4l2", "--camera", Self.id.rawValue, "--size", "320x240",
        "--pass-through", "--microphone", "none", "--duration", "3s", "--json",
      ], limit: .seconds(120))
    #expect(status == 0, "\(output)")
    let count = output.firstMatch(of: /"passedThrough": ?(\d+)/).flatMap { Int($0.1) }
    #expect(try #require(count) > 5, "\(output)")
    #expect(try await MovieFile(path).streams.map(\.codec) == ["h264"])
  }
}
