import CaptureCore
import MediaTypes
import Synchronization

/// A back end that says when its cameras are opened and started and when their first frames come.
final class WatchedBackend: CaptureBackend, MicrophoneBackend {
  private let base: any CaptureBackend & MicrophoneBackend
  private let watch: StageWatch

  init(_ base: any CaptureBackend & MicrophoneBackend, watch: StageWatch) {
    self.base = base
    self.watch = watch
  }

  var name: String { base.name }

  func deviceLists() -> AsyncStream<DeviceList> { base.deviceLists() }

  func microphoneLists() -> AsyncStream<MicrophoneList> { base.microphoneLists() }

  func open(
    _ microphone: MicrophoneID, format: SoundFormat
  ) async throws(CaptureError) -> any MicrophoneStream {
    try await base.open(microphone, format: format)
  }

  func open(_ camera: CameraID, format: CameraFormat) async throws(CaptureError)
    -> any CaptureStream
  {
    watch.beginOpening()
    do {
      return WatchedStream(try await base.open(camera, format: format), watch: watch)
    } catch {
      watch.endOpening()
      throw error
    }
  }
}

/// A stream of a `WatchedBackend`.
private final class WatchedStream: CaptureStream {
  private let base: any CaptureStream
  private let watch: StageWatch
  private let isOpening = Atomic(true)
  private let awaitsFrame = Atomic(true)

  init(_ base: any CaptureStream, watch: StageWatch) {
    self.base = base
    self.watch = watch
  }

  deinit { endOpening() }

  var format: CameraFormat { base.format }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    defer { endOpening() }
    try await base.start { [weak self] event in
      handler(event)
      if case .frame = event { self?.tookFrame() }
    }
  }

  func stop() async { await base.stop() }

  func close() async {
    endOpening()
    await base.close()
  }

  private func endOpening() {
    if isOpening.exchange(false, ordering: .relaxed) { watch.endOpening() }
  }

  private func tookFrame() {
    if awaitsFrame.exchange(false, ordering: .relaxed) { watch.takeFirstFrame() }
  }
}
