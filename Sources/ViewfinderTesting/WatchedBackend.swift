import CaptureCore
import CaptureVirtual
import MediaTypes
import Synchronization

/// A back end that says when its cameras are opened and started and when their first frames come.
final class WatchedBackend: CaptureBackend, MicrophoneBackend {
  private let base: VirtualBackend
  private let watch: StudioWatch

  init(_ base: VirtualBackend, watch: StudioWatch) {
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
      let stream = try await base.open(camera, format: format)
      return WatchedStream(stream, watch: watch, clock: base.clock)
    } catch {
      watch.endOpening()
      throw error
    }
  }
}

/// A stream of a `WatchedBackend`.
private final class WatchedStream: CaptureStream {
  private let base: any CaptureStream
  private let watch: StudioWatch
  private let clock: any MediaClock
  private let isOpening = Atomic(true)
  private let awaitsFrame = Atomic(true)
  private let ending = Locked(Ending.none)

  private enum Ending { case none, failed, closed }

  init(_ base: any CaptureStream, watch: StudioWatch, clock: any MediaClock) {
    self.base = base
    self.watch = watch
    self.clock = clock
  }

  deinit {
    endOpening()
    giveBack()
  }

  var format: CameraFormat { base.format }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    defer { endOpening() }
    let began = clock.now
    try await base.start { [weak self] event in
      if case .failed = event { self?.fail() }
      handler(event)
      // A frame that seems older than the start is none for the session.
      if case .frame(let frame) = event, frame.presentationTime >= began { self?.tookFrame() }
    }
  }

  func stop() async { await base.stop() }

  func close() async {
    endOpening()
    await base.close()
    giveBack()
  }

  private func fail() {
    let isFirst = ending.withLock { ending in
      defer { if ending == .none { ending = .failed } }
      return ending == .none
    }
    if isFirst { watch.fail() }
  }

  private func giveBack() {
    let hasFailed = ending.withLock { ending in
      defer { ending = .closed }
      return ending == .failed
    }
    if hasFailed { watch.giveBack() }
  }

  private func endOpening() {
    if isOpening.exchange(false, ordering: .relaxed) { watch.endOpening() }
  }

  private func tookFrame() {
    if awaitsFrame.exchange(false, ordering: .relaxed) { watch.takeFirstFrame() }
  }
}
