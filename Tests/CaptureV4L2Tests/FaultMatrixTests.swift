import CVideo4Linux
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Every call fails with every number")
struct FaultMatrixTests {
  /// Everything that the kernel's documentation names for these calls, and then some.
  static let codes: [Int32] = [
    EACCES, EAGAIN, EBADF, EBUSY, EFAULT, EINVAL, EIO, EMFILE, ENFILE, ENODEV, ENOENT, ENOMEM,
    ENOSPC, ENOTTY, ENXIO, EOVERFLOW, EPERM, EPIPE, EPROTO, ERANGE, ETIMEDOUT, 9999,
  ]

  static let calls: [String] =
    ["open", "mmap", "eventfd", "poll"] + Request.all.map(\.name)

  /// Which of the calls of one name fail: the first, and how many.
  static let moments: [(Int, Int)] =
    [(1, 1), (1, .max), (8, 2)] + (Guest.isSoak ? [(2, 1), (7, .max), (20, .max)] : [])

  @Test(
    "once, twice later, or from then on: an error with a remedy or pictures, and no leak",
    arguments: calls)
  func everyCode(call: String) async throws {
    for code in Self.codes {
      for (first, count) in Self.moments {
        let fault = FakeKernel.Fault(call: call, code: code, first: first, count: count)
        try await session(with: fault)
      }
    }
  }

  /// A camera with a setting of each kind, that can be seen to be cropped.
  private static let device: FakeDevice = {
    var device = FakeDevice()
    device.settings = [
      UInt32(V4L2_CID_BRIGHTNESS): FakeControl(range: -64...64, value: 10),
      UInt32(V4L2_CID_POWER_LINE_FREQUENCY): FakeControl(
        type: V4L2_CTRL_TYPE_MENU, range: 0...1, value: 1, menu: [0: "Disabled", 1: "50 Hz"]),
    ]
    for (id, control) in device.settings { device.controls[id] = control.value }
    device.selections[V4L2_SEL_TGT_CROP_DEFAULT] = PixelRectangle(whole: device.sizes[0])
    device.pixelAspect = (1, 1)
    return device
  }()

  /// List, look at the settings, change one, watch them, open, start, ten frames, close: with one
  /// fault somewhere.
  private func session(with fault: FakeKernel.Fault) async throws {
    let kernel = FakeKernel(Self.device)
    kernel.faults = [fault]
    kernel.credit = nil
    let recorder = Recorder()
    do {
      let bench = Bench(kernel)
      try await useControls(of: bench, fault)
      let stream = try await bench.open()
      do {
        try await stream.start(recorder.handler)
        _ = try await recorder.frames(10)
      } catch {
        try check(error, fault)
      }
      await stream.close()
    } catch {
      try check(error, fault)
    }
    if kernel.leaks.isEmpty && kernel.processUse.isEmpty { return }
    _ = try await poll("no leak after \(fault)") {
      kernel.leaks.isEmpty && kernel.processUse.isEmpty ? true : nil
    }
  }

  private func useControls(of bench: Bench, _ fault: FakeKernel.Fault) async throws {
    do {
      guard let camera = try await bench.list().devices.first?.id else { return }
      for control in try await bench.backend.controls(of: camera) {
        _ = try await bench.backend.set(control.id, to: 0, of: camera)
      }
      let changes = bench.backend.controlChanges(of: camera)
      bench.kernel.change(UInt32(V4L2_CID_BRIGHTNESS))
      withExtendedLifetime(changes) {}
    } catch {
      try check(error, fault)
    }
  }

  private func check(_ error: any Error, _ fault: FakeKernel.Fault) throws {
    let error = try #require(error as? CaptureError, "\(fault): \(error)")
    #expect(!error.message.isEmpty && !error.remedy.isEmpty, "\(fault): \(error)")
  }
}
