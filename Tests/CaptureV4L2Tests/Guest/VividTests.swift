import CaptureCore
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("vivid", .serialized, .enabled(if: Guest.isInside))
struct VividTests {
  private let backend = V4L2Backend(clock: RealClock())

  @Test("Two cameras are listed, told apart by their bus, without positions")
  func list() async throws {
    let list = try await backend.list("first")
    #expect(list.devices.map(\.id.rawValue) == ["platform:vivid-000", "platform:vivid-001"])
    #expect(list.devices.map(\.position) == [.unknown, .unknown])
    #expect(list.problem == nil)
    for device in list.devices { #expect(Set(device.formats.map(\.pixelFormat)).count >= 6) }
    #expect(NodeSurvey.all().count == 4, "an output and a source of metadata are no cameras")
  }

  @Test("Each format of both interfaces gives frames without a gap that the driver did not make")
  func everyFormat() async throws {
    for device in try await backend.list("first").devices {
      for format in Set(device.formats.map(\.pixelFormat)).sorted(by: { "\($0)" < "\($1)" }) {
        try await streams(device, try #require(device.mode(format)))
      }
    }
    try await DeviceUse.settle()
  }

  private func streams(_ device: CameraDevice, _ mode: CameraFormat) async throws {
    let stream = try await backend.open(device.id, format: mode)
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    let log = try await recorder.frames(Soak.times(15, long: 300))
    await stream.close()
    #expect(stream.format == mode)
    let gaps = zip(log.sequences, log.sequences.dropFirst()).map { $1 - $0 - 1 }.reduce(0, +)
    #expect(gaps == UInt64(log.drops[.lostBySource] ?? 0), "\(device.id) \(mode)")
    #expect(log.drops.keys.allSatisfy { $0 == .lostBySource }, "\(log.drops)")
    #expect(zip(log.times, log.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("While another program streams, opening names it; while we stream, it is refused")
  func busy() async throws {
    let device = try await backend.list("first").devices[0]
    let mode = try #require(device.mode(.yuyv))
    let other = try ChildProcess(
      "v4l2-ctl", ["-d", "/dev/video0", "--stream-mmap", "--stream-count=100000"],
      capturesOutput: true)
    try await other.waitForOutput("<")
    let error = await #expect(throws: CaptureError.self) {
      let stream = try await backend.open(device.id, format: mode)
      try await stream.start(Recorder().handler)
    }
    #expect(error?.code == .busy)
    #expect(error?.message.contains("v4l2-ctl (\(other.processIdentifier))") == true)
    await other.kill()
    let (stream, recorder) = try await start(device, mode)
    _ = try await recorder.frames(2)
    let (status, output) = try await ChildProcess.run(
      "v4l2-ctl", ["-d", "/dev/video0", "--stream-mmap", "--stream-count=1"])
    #expect(status != 0 || output.contains("busy"))
    await stream.close()
  }

  @Test("The right colours for the colour spaces, encodings and ranges that a webcam sends")
  func colors() async throws {
    let vivid = Vivid(path: "/dev/video0")
    let device = try await backend.list("first").devices[0]
    try vivid.set(.textMode, 2)
    for setting in ColorSetting.all(isSoak: Soak.isWanted) {
      try setting.apply(to: vivid)
      for (pattern, rgb) in ColorSetting.patterns {
        try vivid.set(.testPattern, pattern)
        for format in Soak.isWanted ? [PixelFormat.yuyv, .nv12, .i420, .rgb24, .bgra] : [.yuyv] {
          try await expect(rgb, of: device, format, "\(setting)")
        }
      }
    }
    // No camera can say this of itself, and no matrix undoes it; its greys are right all the same.
    try ColorSetting.constantLuminance.apply(to: vivid)
    for (pattern, rgb) in ColorSetting.patterns.prefix(2) {
      try vivid.set(.testPattern, pattern)
      try await expect(rgb, of: device, .yuyv, "constant luminance")
    }
    try ColorSetting.usual.apply(to: vivid)
    try vivid.set(.testPattern, 0)
  }

  /// The middle of a picture has the numbers that a colour has by the frame's own description.
  private func expect(
    _ rgb: [Double], of device: CameraDevice, _ format: PixelFormat, _ what: String
  ) async throws {
    let (stream, recorder) = try await start(device, try #require(device.mode(format)))
    let frame = try #require(try await recorder.frames(1).last)
    await stream.close()
    let numbers = try frame.centerComponents()
    let expected = frame.components(of: rgb)
    let isRight = zip(numbers, expected).allSatisfy { abs($0 - $1) <= 3 }
    #expect(isRight, "\(what) \(frame.format) \(frame.color): \(numbers), not \(expected)")
  }

  private func start(
    _ device: CameraDevice, _ mode: CameraFormat
  ) async throws -> (any CaptureStream, Recorder) {
    let stream = try await backend.open(device.id, format: mode)
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    return (stream, recorder)
  }
}

extension DeviceUse {
  static let none = DeviceUse(descriptors: 0, mappings: 0)

  private init(descriptors: Int, mappings: Int) {
    self.descriptors = descriptors
    self.mappings = mappings
  }
}
