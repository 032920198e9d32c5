import CVideo4Linux
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureV4L2

@Suite("Every call fails with every number")
struct FaultMatrixTests {
  /// Every call that the back end makes, and the numbers that the kernel documents for it
  /// (`Documentation/userspace-api/media/v4l`, "Return Value"; for the others the manual pages). Calls
  /// that are missing here are not made: `VIDIOC_PREPARE_BUF` and `VIDIOC_CREATE_BUFS` (a buffer is
  /// prepared as it is queued), `VIDIOC_G_EXT_CTRLS` and `VIDIOC_S_EXT_CTRLS` (every setting is one
  /// number). `EINTR` is missing because the layer below restarts what a signal interrupts.
  static let documented: [String: [Int32]] = [
    "open": [EACCES, EBUSY, ENXIO, ENOMEM, EMFILE, ENFILE, ENODEV, ENOENT, EPERM],
    "mmap": [EBADF, EACCES, EINVAL, ENOMEM, EAGAIN, ENODEV, EPERM],
    "eventfd": [EINVAL, EMFILE, ENFILE, ENODEV, ENOMEM],
    "poll": [EBADF, EBUSY, EFAULT, EINVAL, ENOMEM],
    "VIDIOC_QUERYCAP": [],
    "VIDIOC_ENUM_FMT": [EINVAL],
    "VIDIOC_G_FMT": [EINVAL],
    "VIDIOC_S_FMT": [EBUSY, EINVAL],
    "VIDIOC_ENUM_FRAMESIZES": [EINVAL],
    "VIDIOC_ENUM_FRAMEINTERVALS": [EINVAL],
    "VIDIOC_G_PARM": [EINVAL],
    "VIDIOC_S_PARM": [EBUSY, EINVAL],
    "VIDIOC_CROPCAP": [EINVAL, ENODATA],
    "VIDIOC_G_SELECTION": [EINVAL, ENODATA],
    "VIDIOC_S_SELECTION": [EINVAL, ERANGE, ENODATA, EBUSY],
    "VIDIOC_G_CTRL": [EINVAL, ERANGE, EBUSY, EACCES],
    "VIDIOC_S_CTRL": [EINVAL, ERANGE, EBUSY, EACCES],
    "VIDIOC_REQBUFS": [EBUSY, EINVAL, ENOMEM],
    "VIDIOC_QUERYBUF": [EINVAL],
    "VIDIOC_EXPBUF": [EINVAL, EBADF, EMFILE],
    "VIDIOC_QBUF": [EAGAIN, EINVAL, EIO, EPIPE, EBADR, EBUSY],
    "VIDIOC_DQBUF": [EAGAIN, EINVAL, EIO, EPIPE],
    "VIDIOC_STREAMON": [EINVAL, EPIPE, ENOLINK, EIO, ENOSPC, EPROTO],
    "VIDIOC_STREAMOFF": [EINVAL, EPIPE, ENOLINK],
    "VIDIOC_QUERY_EXT_CTRL": [EINVAL, EACCES],
    "VIDIOC_QUERYMENU": [EINVAL, EACCES],
    "VIDIOC_SUBSCRIBE_EVENT": [EINVAL, ENOMEM],
    "VIDIOC_DQEVENT": [ENOENT],
  ]

  /// What any request may end with, by "Generic Error Codes" of the same documentation.
  static let generic: [Int32] = [
    EAGAIN, EBADF, EBUSY, EFAULT, EINVAL, ENODEV, ENOMEM, ENOTTY, ENOSPC, EPERM, EIO, ENXIO,
  ]

  /// Each call fails with all of them, whether or not it is said to, and with what nobody knows.
  static let codes = Set(documented.values.joined() + generic + [EOVERFLOW, ETIMEDOUT, 9999])
    .sorted()

  static let calls = ["open", "mmap", "eventfd", "poll"] + Request.all.map(\.name)

  /// Which of the calls of one name fail with a number: the first, and how many.
  private static func moments(_ call: String, _ code: Int32) -> [(Int, Int)] {
    if Soak.isWanted { return [(1, 1), (1, .max), (2, 1), (7, .max), (8, 2), (20, .max)] }
    // Later than at the start only with what the call is said to end with.
    let isDocumented = documented[call]?.contains(code) == true
    return [(1, 1), (1, .max)] + (isDocumented ? [(8, 2)] : [])
  }

  @Test("No call is forgotten in the table, and none is there that is not made")
  func table() {
    #expect(Set(Self.documented.keys) == Set(Self.calls))
  }

  @Test(
    "once, twice later, or from then on: an error with a remedy or pictures, and no leak",
    arguments: calls)
  func everyCode(call: String) async throws {
    for code in Self.codes {
      for (first, count) in Self.moments(call, code) {
        let fault = FakeKernel.Fault(call: call, code: code, first: first, count: count)
        let kernel = try await session(with: fault)
        #expect(first > 1 || kernel.count(of: call) > 0, "\(call) was not made")
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

  private static let withoutRate = CameraFormat(
    pixelFormat: .yuyv, size: PixelSize(width: 64, height: 48), rate: nil)

  /// List, look at the settings, change one, watch them, open, start, ten frames, close: with one
  /// fault somewhere.
  private func session(with fault: FakeKernel.Fault) async throws -> FakeKernel {
    let kernel = FakeKernel(Self.device)
    kernel.faults = [fault]
    kernel.credit = nil
    let recorder = Recorder()
    do {
      let bench = Bench(kernel)
      bench.sharing.isWanted = fault.call == Request.exportBuffer.name
      try await useControls(of: bench, fault)
      // The rate is asked for only where none is wished for.
      let isAsked = fault.call == Request.getParameters.name
      let stream = try await bench.open(isAsked ? Self.withoutRate : nil)
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
    recorder.forget()
    if kernel.leaks.isEmpty && kernel.processUse.isEmpty { return kernel }
    _ = try await poll("no leak after \(fault)") {
      kernel.leaks.isEmpty && kernel.processUse.isEmpty ? true : nil
    }
    return kernel
  }

  private func useControls(of bench: Bench, _ fault: FakeKernel.Fault) async throws {
    do {
      guard let camera = try await bench.list().devices.first?.id else { return }
      for control in try await bench.backend.controls(of: camera) {
        _ = try await bench.backend.set(control.id, to: 0, of: camera)
      }
      try await watchControls(of: bench, camera, fault)
    } catch {
      try check(error, fault)
    }
  }

  /// Where the watch itself is to fail, it is read until a change has come or it has ended.
  private func watchControls(
    of bench: Bench, _ camera: CameraID, _ fault: FakeKernel.Fault
  ) async throws {
    let watch = [Request.subscribeEvent.name, Request.dequeueEvent.name]
    guard watch.contains(fault.call) else {
      _ = bench.backend.controlChanges(of: camera)
      return
    }
    bench.kernel.locked { kernel in
      kernel.onCall = { kernel, call, _ in
        guard call == Request.subscribeEvent.name else { return }
        for key in kernel.streams.keys {
          kernel.streams[key]?.changes.append(UInt32(V4L2_CID_BRIGHTNESS))
        }
      }
    }
    try await within(.seconds(20), "a change, or the end of the watch") {
      for await _ in bench.backend.controlChanges(of: camera) { break }
    }
  }

  private func check(_ error: any Error, _ fault: FakeKernel.Fault) throws {
    let error = try #require(error as? CaptureError, "\(fault): \(error)")
    #expect(!error.message.isEmpty && !error.remedy.isEmpty, "\(fault): \(error)")
  }
}
