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
    ["open", "mmap", "eventfd", "poll"]
    + [
      .queryCapability, .enumerateFormats, .enumerateSizes, .enumerateIntervals, .setFormat,
      .getFormat, .setParameters, .getControl, .setSelection, .getSelection, .requestBuffers,
      .queryBuffer, .queueBuffer, .dequeueBuffer, .streamOn, .streamOff,
    ].map { (request: Request) in request.name }

  @Test(
    "once, twice later, or from then on: an error with a remedy or pictures, and no leak",
    arguments: calls)
  func everyCode(call: String) async throws {
    for code in Self.codes {
      for (first, count) in [(1, 1), (1, .max), (2, 1), (7, .max), (7, 2)] {
        let fault = FakeKernel.Fault(call: call, code: code, first: first, count: count)
        try await session(with: fault)
      }
    }
  }

  /// List, open, start, ten frames, close: with one fault somewhere.
  private func session(with fault: FakeKernel.Fault) async throws {
    let kernel = FakeKernel(FakeDevice())
    kernel.faults = [fault]
    kernel.credit = nil
    let recorder = Recorder()
    do {
      let bench = Bench(kernel)
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
    if kernel.leaks.isEmpty { return }
    _ = try await poll("no leak after \(fault)") { kernel.leaks.isEmpty ? true : nil }
  }

  private func check(_ error: any Error, _ fault: FakeKernel.Fault) throws {
    let error = try #require(error as? CaptureError, "\(fault): \(error)")
    #expect(!error.message.isEmpty && !error.remedy.isEmpty, "\(fault): \(error)")
  }
}
