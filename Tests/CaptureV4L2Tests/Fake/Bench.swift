import CaptureCore
import MediaTypes
import TestSupport

@testable import CaptureV4L2

/// A back end on a fake kernel, and the clock of both.
final class Bench: Sendable {
  let kernel: FakeKernel
  let hotPlug = FakeHotPlug()
  let backend: V4L2Backend
  let sharing = MemorySharing()

  init(_ kernel: FakeKernel, decoders: AccessUnitDecoderFactory? = nil) {
    self.kernel = kernel
    backend = V4L2Backend(
      clock: KernelClock(kernel: kernel), sharing: sharing, decoders: decoders, calls: kernel,
      hotPlug: hotPlug)
  }

  convenience init(
    _ device: FakeDevice = FakeDevice(), decoders: AccessUnitDecoderFactory? = nil
  ) { self.init(FakeKernel(device), decoders: decoders) }

  /// The current list.
  func list() async throws -> DeviceList {
    try await within(.seconds(20), "a list of cameras") { [backend] in
      for await list in backend.deviceLists() { return list }
      return DeviceList()
    }
  }

  /// The first camera, opened in its first mode or the given one.
  func open(_ mode: CameraFormat? = nil) async throws -> any CaptureStream {
    let list = try await list()
    guard let camera = list.devices.first else {
      throw list.problem ?? CaptureError(.noCamera, "The list is empty.", remedy: "None.")
    }
    return try await backend.open(camera.id, format: mode ?? camera.formats[0])
  }
}

/// The fake kernel's monotonic clock.
private struct KernelClock: MediaClock {
  let kernel: FakeKernel

  var now: MediaTime { kernel.time(of: .monotonic) }

  func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer { RealClock().makeTimer(label: label, handler: handler) }
}
