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
    let list = try await firstList()
    #expect(list.devices.map(\.id.rawValue) == ["platform:vivid-000", "platform:vivid-001"])
    #expect(list.devices.map(\.position) == [.unknown, .unknown])
    #expect(list.problem == nil)
    for device in list.devices { #expect(Set(device.formats.map(\.pixelFormat)).count >= 6) }
  }

  @Test("Each format of both interfaces gives frames without a gap that the driver did not make")
  func everyFormat() async throws {
    for device in try await firstList().devices {
      for format in Set(device.formats.map(\.pixelFormat)).sorted(by: { "\($0)" < "\($1)" }) {
        try await streams(device, format)
      }
    }
  }

  private func streams(_ device: CameraDevice, _ format: PixelFormat) async throws {
    let modes = device.formats.filter { $0.pixelFormat == format && $0.size.width == 320 }
    let best = modes.max { ($0.rate ?? .fps30) < ($1.rate ?? .fps30) }
    let mode = try #require(best)
    let stream = try await backend.open(device.id, format: mode)
    let recorder = Recorder()
    try await stream.start(recorder.handler)
    let log = try await recorder.frames(Guest.times(20, soak: 300))
    await stream.close()
    #expect(stream.format == mode)
    let gaps = zip(log.sequences, log.sequences.dropFirst()).map { $1 - $0 - 1 }.reduce(0, +)
    #expect(gaps == UInt64(log.drops[.lostBySource] ?? 0), "\(device.id) \(mode)")
    #expect(log.drops.keys.allSatisfy { $0 == .lostBySource }, "\(log.drops)")
    #expect(zip(log.times, log.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  private func firstList() async throws -> DeviceList {
    try await within(.seconds(20), "a list of cameras") { [backend] in
      for await list in backend.deviceLists() { return list }
      return DeviceList()
    }
  }
}
