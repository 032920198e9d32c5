import CaptureCore
import MediaTypes

/// Those who want to know of changed settings. A camera is watched for as long as somebody listens.
final class ControlListeners: Sendable {
  private typealias Listener = (
    camera: CameraID, continuation: AsyncStream<CameraControl>.Continuation
  )

  private struct State: Sendable {
    var last = 0
    var listeners: [Int: Listener] = [:]
    var watches: [CameraID: ControlWatch] = [:]

    func listens(to camera: CameraID) -> Bool {
      listeners.values.contains { $0.camera == camera }
    }

    /// - Returns: the watch that nobody needs any more.
    mutating func takeIdleWatch(of camera: CameraID) -> ControlWatch? {
      listens(to: camera) ? nil : watches.removeValue(forKey: camera)
    }
  }

  private let state = Locked(State())

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
        // What was watched ends outside of the lock.
        _ = self?.state.withLock { state in
          state.listeners.removeValue(forKey: id)
          return state.takeIdleWatch(of: camera)
        }
      }
    }
  }

  /// Watches a camera that somebody listens to.
  func watch(_ found: FoundCamera) {
    let camera = found.camera.id
    guard state.withLock({ $0.listens(to: camera) && $0.watches[camera] == nil }) else { return }
    let watch = ControlWatch(found.device) { [weak self] control in self?.send(control, of: camera)
    }
    state.withLock { state in
      // Nobody listens any more, or somebody was faster: it ends here.
      guard state.listens(to: camera), state.watches[camera] == nil else { return }
      state.watches[camera] = watch
    }
  }

  /// A setting was changed through the back end.
  func tell(_ control: CameraControl, of camera: CameraID) {
    guard let watch = state.withLock({ $0.watches[camera] }) else {
      return send(control, of: camera)
    }
    if let entry = DeviceControl.all.first(where: { $0.id == control.id }) {
      watch.note(entry)
    } else {
      watch.note(control)
    }
  }

  private func send(_ control: CameraControl, of camera: CameraID) {
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
