import CaptureCore
import CaptureVirtual
import MediaTypes
import Viewfinder

/// Virtual cameras whose starts and first frames a test can wait for, so that it moves its clock only when
/// everything that waits for it is there.
final class WatchedCameras: CaptureBackend {
  private struct State {
    var starts = 0
    var framedStarts = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  let inner: VirtualBackend
  private let state = Locked(State())
  var name: String { inner.name }

  init(_ inner: VirtualBackend) { self.inner = inner }

  func deviceLists() -> AsyncStream<DeviceList> { inner.deviceLists() }

  func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    WatchedStream(try await inner.open(camera, format: format), self)
  }

  /// How many cameras have been started so far, and of these how many have sent a frame.
  var starts: Int { state.withLock(\.starts) }
  var framedStarts: Int { state.withLock(\.framedStarts) }

  /// Suspends until more cameras have been started than so many.
  func started(after count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.starts <= count { state.waiter = continuation }
        return state.starts > count
      }
      if isThere { continuation.resume() }
    }
  }

  fileprivate func start() {
    let waiter = state.withLock { state in
      state.starts += 1
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  fileprivate func firstFrame() { state.withLock { $0.framedStarts += 1 } }
}

private final class WatchedStream: CaptureStream {
  private let inner: any CaptureStream
  private let watch: WatchedCameras
  private let hasFrame = Locked(false)
  var format: CameraFormat { inner.format }

  init(_ inner: any CaptureStream, _ watch: WatchedCameras) {
    (self.inner, self.watch) = (inner, watch)
  }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    try await inner.start { [self] event in
      handler(event)
      if case .frame = event, isFirst() { watch.firstFrame() }
    }
    watch.start()
  }

  private func isFirst() -> Bool {
    hasFrame.withLock { hasFrame in
      defer { hasFrame = true }
      return !hasFrame
    }
  }

  func stop() async { await inner.stop() }
  func close() async { await inner.close() }
}
