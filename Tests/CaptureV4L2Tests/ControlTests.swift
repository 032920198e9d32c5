import CVideo4Linux
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Controls")
struct ControlTests {
  private func bench(_ controls: [UInt32: FakeControl]) -> Bench {
    var device = FakeDevice()
    device.settings = controls
    for (id, control) in controls { device.controls[id] = control.value }
    return Bench(device)
  }

  private let usual: [UInt32: FakeControl] = [
    UInt32(V4L2_CID_BRIGHTNESS): FakeControl(range: -64...64, step: 2, value: 10),
    UInt32(V4L2_CID_POWER_LINE_FREQUENCY): FakeControl(
      type: V4L2_CTRL_TYPE_MENU, range: 0...2, value: 1, menu: [0: "Disabled", 2: "60 Hz"]),
    UInt32(V4L2_CID_PRIVACY): FakeControl(
      type: V4L2_CTRL_TYPE_BOOLEAN, range: 0...1, value: 1, flags: V4L2_CTRL_FLAG_READ_ONLY),
    UInt32(V4L2_CID_WHITE_BALANCE_TEMPERATURE): FakeControl(
      range: 2800...6500, value: 4600, flags: V4L2_CTRL_FLAG_INACTIVE),
  ]

  @Test("Typed, with range, step, default, unit and named menus")
  func list() async throws {
    let bench = bench(usual)
    let camera = try await bench.list().devices[0].id
    let controls = try await bench.backend.controls(of: camera)
    #expect(controls.map(\.id) == [.brightness, .whiteBalance, .powerLineFrequency, .privacy])
    #expect(controls[0].range == -64...64 && controls[0].step == 2 && controls[0].value == 10)
    #expect(controls[1].unit == "K" && controls[1].isInactive)
    let choices = [(0, "Disabled"), (2, "60 Hz")].map(CameraControl.Choice.init)
    #expect(controls[2].kind == .menu(choices))
    #expect(controls[3].kind == .onOff && controls[3].isReadOnly && controls[3].value == 1)
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("A set value is read back; one that is impossible is refused with what is possible")
  func set() async throws {
    let bench = bench(usual)
    let camera = try await bench.list().devices[0].id
    let changed = try await bench.backend.set(.brightness, to: -20, of: camera)
    #expect(changed.value == -20)
    let refused: [(CameraControl.ID, Int, String)] = [
      (.brightness, 65, "-64 to 64 in steps of 2"), (.brightness, 1, "steps"),
      (.brightness, .max, "-64"), (.brightness, .min, "-64"),
      (.powerLineFrequency, 1, "0 (Disabled), 2 (60 Hz)"), (.privacy, 0, "on the camera"),
      (.zoom, 1, "brightness, white-balance"),
    ]
    for (id, value, remedy) in refused {
      let error = await #expect(throws: CaptureError.self) {
        _ = try await bench.backend.set(id, to: value, of: camera)
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.remedy.contains(remedy) == true, "\(id) \(value): \(error?.remedy ?? "")")
    }
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("A setting that an automatic has says so")
  func automatic() async throws {
    let bench = bench(usual)
    let camera = try await bench.list().devices[0].id
    bench.kernel.locked { $0.faults = [.init(call: "VIDIOC_S_CTRL", code: EBUSY)] }
    let error = await #expect(throws: CaptureError.self) {
      _ = try await bench.backend.set(.whiteBalance, to: 5000, of: camera)
    }
    #expect(error?.code == .busy)
    #expect(error?.remedy.contains("white-balance-auto") == true)
  }

  @Test("Ranges and menus that make no sense do no harm")
  func hostile() async throws {
    var controls: [UInt32: FakeControl] = [:]
    let type = V4L2_CTRL_TYPE_MENU
    controls[UInt32(V4L2_CID_BRIGHTNESS)] = FakeControl(range: .min ... .max, step: .max, value: 0)
    controls[UInt32(V4L2_CID_HUE)] = FakeControl(range: 0...1, step: 0, value: 0)
    controls[UInt32(V4L2_CID_EXPOSURE_AUTO)] = FakeControl(type: type, range: .min ... -1, value: 0)
    controls[UInt32(V4L2_CID_POWER_LINE_FREQUENCY)] = FakeControl(
      type: type, range: .max ... .max, value: 0)
    let bench = bench(controls)
    let camera = try await bench.list().devices[0].id
    #expect(try await bench.backend.controls(of: camera).count == 4)
    for value in [Int.min, -1, 0, .max] {
      _ = try? await bench.backend.set(.brightness, to: value, of: camera)
    }
  }

  @Test("What this program has set is put back at the next opening, and nothing else")
  func restored() async throws {
    var controls = usual
    controls[UInt32(V4L2_CID_FLASH_LED_MODE)] = FakeControl(range: 0...2, value: 0)
    let bench = bench(controls)
    let camera = try await bench.list().devices[0].id
    func value(_ id: Int32) -> Int32? {
      bench.kernel.locked { $0.devices[0].controls[UInt32(bitPattern: id)] }
    }
    func forget(_ value: Int32) {
      bench.kernel.locked {
        for id in [V4L2_CID_BRIGHTNESS, V4L2_CID_POWER_LINE_FREQUENCY, V4L2_CID_FLASH_LED_MODE] {
          $0.devices[0].controls[UInt32(bitPattern: id)] = value
        }
      }
    }
    _ = try await bench.backend.set(.brightness, to: -20, of: camera)
    _ = try await bench.backend.set(.torch, to: 2, of: camera)
    forget(0)
    let stream = try await bench.open()
    #expect(value(V4L2_CID_BRIGHTNESS) == -20)
    #expect(value(V4L2_CID_FLASH_LED_MODE) == 0, "a lamp does not light by itself")
    #expect(value(V4L2_CID_POWER_LINE_FREQUENCY) == 0, "never touched by this program")
    // Another program's change while we stream is taken over.
    try await stream.start(Recorder().handler)
    bench.kernel.locked { kernel in
      kernel.devices[0].controls[UInt32(V4L2_CID_BRIGHTNESS)] = 30
      for key in kernel.streams.keys {
        kernel.streams[key]?.device?.controls[UInt32(V4L2_CID_BRIGHTNESS)] = 30
      }
    }
    await stream.close()
    forget(2)
    try await bench.open().close()
    #expect(value(V4L2_CID_BRIGHTNESS) == 30)
    #expect(bench.kernel.leaks.isEmpty)
  }

  @Test("What an automatic has is left to it, and a camera that refuses is opened all the same")
  func notRestored() async throws {
    let bench = bench(usual)
    let camera = try await bench.list().devices[0].id
    _ = try await bench.backend.set(.whiteBalance, to: 3000, of: camera)
    _ = try await bench.backend.set(.brightness, to: 20, of: camera)
    bench.kernel.locked { kernel in
      kernel.devices[0].controls[UInt32(V4L2_CID_WHITE_BALANCE_TEMPERATURE)] = 5000
      kernel.devices[0].controls[UInt32(V4L2_CID_BRIGHTNESS)] = 0
      kernel.faults = [.init(call: "VIDIOC_S_CTRL", code: EIO)]
    }
    try await bench.open().close()
    bench.kernel.locked { kernel in
      #expect(kernel.devices[0].controls[UInt32(V4L2_CID_WHITE_BALANCE_TEMPERATURE)] == 5000)
    }
    #expect(bench.kernel.count(of: "VIDIOC_S_CTRL") == 3, "two by us, and one that was refused")
  }

  @Test("Changes that others make arrive, and the watch ends when it is let go")
  func changes() async throws {
    let bench = bench(usual)
    let camera = try await bench.list().devices[0].id
    let control = try await within(.seconds(20), "a change") { () -> CameraControl? in
      var isWaiting = false
      for await control in bench.backend.controlChanges(of: camera) {
        isWaiting = true
        return control
      }
      #expect(!isWaiting)
      return nil
    } after: {
      _ = try await poll("the watch") {
        bench.kernel.count(of: "VIDIOC_SUBSCRIBE_EVENT") == 4 ? true : nil
      }
      bench.kernel.locked { $0.devices[0].controls[UInt32(V4L2_CID_BRIGHTNESS)] = 33 }
      bench.kernel.change(UInt32(V4L2_CID_BRIGHTNESS))
    }
    #expect(control?.id == .brightness)
    _ = try await poll("the watch's end") { bench.kernel.leaks.isEmpty ? true : nil }
  }
}

extension ControlTests {
  @Test("A watch that is let go before it is there ends all the same")
  func letGo() async throws {
    let bench = bench(usual)
    let camera = try await bench.list().devices[0].id
    for _ in 1...20 { _ = bench.backend.controlChanges(of: camera) }
    _ = try await poll("the watches' ends") {
      bench.kernel.count(of: "open") == 21 && bench.kernel.leaks.isEmpty ? true : nil
    }
  }
}

/// Runs something that waits, and beside it something that ends the wait.
private func within<Value: Sendable>(
  _ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Value,
  after trigger: @escaping @Sendable () async throws -> Void
) async throws -> Value {
  async let triggered: Void = trigger()
  let value = try await within(limit, what, body)
  try await triggered
  return value
}
