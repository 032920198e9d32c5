import CaptureCore
import MediaTypes

/// Those who want to know of changed settings.
final class ControlListeners: Sendable {
  private typealias Listener = (
    camera: CameraID, continuation: AsyncStream<CameraControl>.Continuation
  )

  private let state = Locked<(last: Int, listeners: [Int: Listener])>((0, [:]))

  deinit {
    for (_, listener) in state.withLock({ $0.listeners }) { listener.continuation.finish() }
  }

  func listen(to camera: CameraID) -> AsyncStream<CameraControl> {
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let id = state.withLock { state in
        state.last += 1
        state.listeners[state.last] = (camera, continuation)
        return state.last
      }
      continuation.afterEnd { [weak self] in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
      }
    }
  }

  func tell(_ control: CameraControl, of camera: CameraID) {
    for (_, listener) in state.withLock({ $0.listeners }) where listener.camera == camera {
      listener.continuation.yield(control)
    }
  }

  /// A camera is gone: nothing of it changes any more.
  func end(_ camera: CameraID) {
    for (_, listener) in state.withLock({ $0.listeners }) where listener.camera == camera {
      listener.continuation.finish()
    }
  }
}
