import CaptureCore
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("USB webcams", .serialized, .enabled(if: Guest.isInside))
struct WebcamTests {
  private let backend = V4L2Backend(clock: RealClock())
  private let first = Webcam(number: 0)

  private func cameras() async throws -> [CameraDevice] {
    try await backend.list("two webcams") { $0.devices.count == 2 }.devices
  }

  private func start(
    _ device: CameraDevice, _ format: PixelFormat = .yuyv, width: Int = 320
  ) async throws -> (any CaptureStream, Recorder) {
    let mode = try #require(device.mode(format, width: width))
    let stream = try await backend.open(device.id, format: mode)
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    return (stream, recorder)
  }

  private func isUsable(_ device: CameraDevice) async throws {
    let (stream, recorder) = try await start(device)
    #expect(try #require(try await recorder.frames(2).last).showsBars())
    await stream.close()
  }

  @Test("Two of one name: one entry each, told apart by the port")
  func list() async throws {
    let devices = try await cameras()
    #expect(
      devices.map(\.id.rawValue) == [
        "usb-vhci_hcd.0-1/1209:0001/0001", "usb-vhci_hcd.0-2/1209:0001/0001",
      ])
    #expect(Set(devices.map(\.name)).count == 2)
    #expect(Set(devices.map(\.concurrency)) == [.group("usb1")])
    #expect(Set(devices[0].formats.map(\.pixelFormat)) == [.mjpeg, .yuyv])
  }

  @Test("Isochronous with Huffman tables and bulk without: the pictures are whole")
  func pictures() async throws {
    for device in try await cameras() {
      for format in [PixelFormat.mjpeg, .yuyv] {
        let (stream, recorder) = try await start(device, format)
        let log = try await recorder.frames(Soak.times(10, long: 300))
        await stream.close()
        #expect(try #require(log.last).showsBars(), "\(device.id) \(format)")
        #expect(log.last?.color.range == (format == .mjpeg ? .full : .limited))
      }
    }
  }

  @Test("Pulled out while streaming and put back: the same camera")
  func unplugged() async throws {
    let device = try await cameras()[0]
    defer { try? first.tell(.plug) }
    for _ in 1...Soak.times(3, long: 50) {
      let (stream, recorder) = try await start(device)
      _ = try await recorder.frames(2)
      try first.tell(.unplug)
      #expect(try await recorder.failure().code == .unplugged)
      _ = try await backend.list("one left") { $0.devices.count == 1 }
      let held = try #require(recorder.log.last)
      await stream.close()
      #expect(try held.showsBars(), "a held frame stays readable")
      try first.tell(.plug)
      #expect(try await cameras().contains { $0.id == device.id })
    }
    try await isUsable(device)
  }

  @Test("Pulled out while being opened: an error, nothing hung, and the same camera again")
  func unpluggedWhileOpening() async throws {
    let device = try await cameras()[0]
    defer { try? first.tell(.plug) }
    for _ in 1...Soak.times(3, long: 50) {
      async let opening = start(device)
      try first.tell(.unplug)
      do {
        let (stream, recorder) = try await opening
        #expect(try await recorder.failure().code == .unplugged)
        await stream.close()
      } catch let error as CaptureError {
        #expect(
          [.unplugged, .noSuchCamera, .startFailed, .deviceFailed].contains(error.code), "\(error)")
      }
      _ = try await backend.list("one left") { $0.devices.count == 1 }
      try first.tell(.plug)
      #expect(try await cameras().contains { $0.id == device.id })
    }
    try await isUsable(device)
  }

  @Test("Frozen for a while: it goes on by itself; frozen for good: given up as silent")
  func frozen() async throws {
    let device = try await cameras()[0]
    defer { try? first.tell(.thaw) }
    let (stream, recorder) = try await start(device)
    _ = try await recorder.frames(12)
    try first.tell(.freeze)
    let goal = recorder.log.frames + 10
    try first.tell(.thaw)
    _ = try await recorder.frames(goal)
    try first.tell(.freeze)
    #expect(try await recorder.failure(limit: .seconds(60)).code == .noFrames)
    try first.tell(.thaw)
    await stream.close()
    try await isUsable(device)
  }

  @Test("Faulty and short pictures never come as frames, and the stream goes on")
  func faulty() async throws {
    let device = try await cameras()[0]
    let (stream, recorder) = try await start(device, .yuyv)
    for command in [Webcam.Command.error, .short] {
      let before = recorder.log.losses
      try await tell(command, recorder) { recorder.log.losses > before }
    }
    #expect(recorder.log.failure == nil)
    #expect(try #require(recorder.log.last).showsBars())
    await stream.close()
  }

  /// Tells the first camera something about its next picture, until that is seen.
  ///
  /// Only between two pictures is anything left out, so one is waited for. Several are on their way, and
  /// what was told is lost if the stream has to be started anew meanwhile.
  private func tell(
    _ command: Webcam.Command, _ recorder: Recorder, until isSeen: () -> Bool
  ) async throws {
    for _ in 1...10 {
      _ = try await recorder.frames(recorder.log.frames + 1)
      try first.tell(command)
      for _ in 1...Self.onTheWay {
        _ = try await recorder.frames(recorder.log.frames + 1)
        if isSeen() { return }
      }
    }
    Issue.record("nothing was seen of \(command)")
  }

  /// More pictures than the driver and the camera hold.
  private static let onTheWay = 12

  private static func missing(in numbers: [Int]) -> Int {
    zip(numbers, numbers.dropFirst()).map { $1 - $0 - 1 }.reduce(0, +)
  }

  @Test("A picture that the camera leaves out is missing; the others come in order, each once")
  func missing() async throws {
    let device = try await cameras()[0]
    let mode = try #require(device.mode(.yuyv))
    let stream = try await backend.open(device.id, format: mode)
    let recorder = Recorder()
    let numbers = Locked<[Int]>([])
    let handler = recorder.handler
    try await stream.start { event in
      if case .frame(let frame) = event { numbers.withLock { $0.append(frame.pictureNumber) } }
      handler(event)
    }
    for count in 1...Soak.times(2, long: 50) {
      try await tell(.drop, recorder) { Self.missing(in: numbers.withLock(\.self)) >= count }
    }
    await stream.close()
    let seen = numbers.withLock(\.self)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "\(seen)")
  }

  @Test("A JPEG that ends half way does no harm")
  func shortJPEG() async throws {
    for device in try await cameras() {
      let (stream, recorder) = try await start(device, .mjpeg)
      let webcam = Webcam(number: device.id.rawValue.contains("hcd.0-1/") ? 0 : 1)
      _ = try await recorder.frames(1)
      for _ in 1...Soak.times(2, long: 50) {
        try webcam.tell(.short)
        let frame = try #require(try await recorder.frames(recorder.log.frames + 2).last)
        _ = try? frame.showsBars()
      }
      let log = try await recorder.frames(recorder.log.frames + Self.onTheWay)
      await stream.close()
      #expect(try #require(log.last).showsBars(), "\(device.id)")
      #expect(log.failure == nil)
    }
  }

  @Test("Settings are set and read back, survive another camera, and changes by others arrive")
  func controls() async throws {
    let (device, other) = (try await cameras()[0], try await cameras()[1])
    let before = try await backend.controls(of: device.id)
    #expect(before.map(\.id).contains(.whiteBalance))
    let brightness = try #require(before.first { $0.id == .brightness })
    #expect(brightness.range == -64...64)
    #expect(try await backend.set(.brightness, to: 21, of: device.id).value == 21)
    let (stream, recorder) = try await start(other, .yuyv)
    _ = try await recorder.frames(1)
    await stream.close()
    let after = try await backend.controls(of: device.id).first { $0.id == .brightness }
    #expect(after?.value == 21)
    // The watch begins when the node is open; until then a change is nobody's news.
    let others = Task {
      while !Task.isCancelled {
        for value in [8, 7] {
          _ = try await ChildProcess.run(
            "v4l2-ctl", ["-d", "/dev/video0", "-c", "brightness=\(value)"])
        }
      }
    }
    defer { others.cancel() }
    let change = try await within(.seconds(30), "a change") { [backend] () -> CameraControl? in
      for await control in backend.controlChanges(of: device.id) where control.value == 7 {
        return control
      }
      return nil
    }
    #expect(change?.id == .brightness)
    others.cancel()
    _ = await others.result
    _ = try await backend.set(.brightness, to: brightness.defaultValue, of: device.id)
  }

  @Test("A camera that refuses to start says what to do, and starts later")
  func busy() async throws {
    let device = try await cameras()[0]
    defer { try? first.tell(.free) }
    try first.tell(.busy)
    let error = await #expect(throws: CaptureError.self) { _ = try await start(device) }
    #expect(error?.code == .startFailed)
    #expect(error?.remedy.isEmpty == false)
    try first.tell(.free)
    try await isUsable(device)
    try await DeviceUse.settle()
  }
}

extension Recorder.Log {
  fileprivate var losses: Int { drops.values.reduce(0, +) }
}
