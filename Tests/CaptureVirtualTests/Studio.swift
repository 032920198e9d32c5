import CaptureCore
import CaptureVirtual
import MediaTypes
import Testing

/// Small plain cameras, quick to draw, and the steps that tests share.
struct Studio: Sendable {
  let clock: ManualClock
  let wish = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 320, height: 180), rate: .fps30)

  func camera(
    _ name: String, concurrency: CameraDevice.Concurrency = .independent
  ) -> VirtualCamera {
    VirtualCamera(
      id: CameraID(name), name: name, position: .external, sizes: [wish.size],
      concurrency: concurrency)
  }

  func backend(_ script: String = "", cameras: [VirtualCamera]? = nil) throws -> VirtualBackend {
    let cameras = cameras ?? [camera("a"), camera("b")]
    return VirtualBackend(
      clock: clock, script: try FaultScript(parsing: script, cameras: cameras), cameras: cameras)
  }

  func start(
    _ backend: VirtualBackend, _ id: String, _ events: EventLog
  ) async throws -> any CaptureStream {
    let stream = try await backend.open(CameraID(id), format: wish)
    try await stream.start(events.handler)
    return stream
  }

  func list(of backend: VirtualBackend) async throws -> DeviceList {
    var lists = backend.deviceLists().makeAsyncIterator()
    return try #require(await lists.next())
  }

  /// Why a camera is not opened; nil when it is.
  func refusal(
    by backend: VirtualBackend, of id: String, format: CameraFormat? = nil
  ) async -> CaptureError.Code? {
    do throws(CaptureError) {
      await (try await backend.open(CameraID(id), format: format ?? wish)).close()
      return nil
    } catch {
      return error.code
    }
  }
}
