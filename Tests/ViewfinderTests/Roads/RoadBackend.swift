import CaptureVirtual
import MediaTypes
import Viewfinder

/// A way to virtual cameras under names of its own, as PipeWire and V4L2 have theirs for one webcam.
///
/// Several may lead to the same cameras; one that is open by one road is busy for the others.
final class RoadBackend: CaptureBackend {
  private struct State {
    var latest = DeviceList()
    var isDead = false
    var subscribers: [AsyncStream<DeviceList>.Continuation] = []
    var streams: [RoadStream] = []
  }

  let name: String
  private let isDirect: Bool
  private let cameras: VirtualBackend
  private let state = Locked(State())

  init(_ name: String, to cameras: VirtualBackend, isDirect: Bool) {
    self.name = name
    self.cameras = cameras
    self.isDirect = isDirect
  }

  func id(_ camera: VirtualCamera) -> CameraID { CameraID("\(name):\(camera.id)") }

  /// The service ends: its list is empty and its streams fail.
  func die() {
    let streams = state.withLock { state in
      state.isDead = true
      defer { state.streams = [] }
      return state.streams
    }
    tell()
    for stream in streams { stream.fail(Self.dead) }
  }

  func comeBack() {
    state.withLock { $0.isDead = false }
    tell()
  }

  private func tell() {
    state.withLock { state in
      let list = state.isDead ? DeviceList(problem: Self.dead) : state.latest
      for subscriber in state.subscribers { subscriber.yield(list) }
    }
  }

  private static let dead = CaptureError(.serviceUnavailable, "The service has ended.")

  func deviceLists() -> AsyncStream<DeviceList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DeviceList.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.subscribers.append(continuation) }
    let watch = Task { [weak self, cameras] in
      for await list in cameras.deviceLists() {
        guard let self else { return }
        state.withLock { $0.latest = DeviceList(devices: list.devices.map(self.renamed)) }
        tell()
      }
    }
    continuation.onTermination = { _ in watch.cancel() }
    return stream
  }

  private func renamed(_ device: CameraDevice) -> CameraDevice {
    CameraDevice(
      id: CameraID("\(name):\(device.id)"), name: device.name, backend: name,
      position: device.position, formats: device.formats, concurrency: device.concurrency,
      kernelNode: "/dev/\(device.id)", isDirect: isDirect)
  }

  func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    guard !state.withLock({ $0.isDead }) else { throw Self.dead }
    let own = CameraID(String(camera.rawValue.dropFirst(name.count + 1)))
    let stream = RoadStream(try await cameras.open(own, format: format))
    state.withLock { $0.streams.append(stream) }
    return stream
  }
}

/// A virtual camera's stream that can be cut off.
final class RoadStream: CaptureStream {
  private let stream: any CaptureStream
  private struct State {
    var handler: CaptureHandler?
  }

  private let state = Locked(State())

  init(_ stream: any CaptureStream) {
    self.stream = stream
  }

  func fail(_ error: CaptureError) {
    let handler = state.withLock { state in
      defer { state.handler = nil }
      return state.handler
    }
    handler?(.failed(error))
  }

  var format: CameraFormat { stream.format }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    state.withLock { $0.handler = handler }
    try await stream.start { [weak self] event in
      self?.state.withLock { $0.handler }?(event)
    }
  }

  func stop() async { await stream.stop() }

  func close() async { await stream.close() }
}
