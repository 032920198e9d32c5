import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// Runs a test with a server and one camera, and ends both.
func withCamera(
  _ description: GStreamerCamera.Description,
  _ body: (PipeWireBackend, CameraDevice) async throws -> Void
) async throws {
  let server = try await PipeWireServer.started()
  let source = try await GStreamerCamera.plugged(description, into: server)
  let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
  try await body(backend, firstCamera(of: backend))
  await source.unplug()
  await server.stop()
}

func firstCamera(of backend: PipeWireBackend) async throws -> CameraDevice {
  let list = try await backend.deviceLists().first("a camera with formats") {
    $0.devices.first?.formats.isEmpty == false
  }
  return try #require(list.devices.first)
}

func open(
  _ camera: CameraDevice, on backend: PipeWireBackend
) async throws -> any CaptureStream {
  try await backend.open(camera.id, format: #require(camera.formats.first))
}

/// Opens, takes the first frame, and closes.
func firstFrame(
  of camera: CameraDevice, from backend: PipeWireBackend
) async throws -> VideoFrame {
  let stream = try await open(camera, on: backend)
  let recorder = Recorder(keeps: 1)
  try await stream.start(recorder.handler)
  let record = try await recorder.wait("a frame of \(camera.name)") { $0.count > 0 }
  await stream.close()
  return try #require(record.frames.first)
}
