import AVFoundation
import AppleMedia
import CaptureCore
import Dispatch
import Foundation
import MediaTypes
import SystemThreads

/// Keeps the list of cameras and tells subscribers of each change.
///
/// While cameras may not be used (not permitted, or taken away for a while) the list is empty and says
/// why; when they may again it is full, which is what an engine that waits goes on by.
final class CameraWatch: Sendable {
  private struct State: Sendable {
    var subscribers = ListSubscribers<DeviceList>()
    var found: [FoundCamera] = []
    var obstacle: CaptureError?
    var hasLooked = false
  }

  private let queue = DispatchQueue(label: "viewfinder.cameras")
  private let observers = Observers()
  private let state = Locked(State())
  private let gone: @Sendable (CameraID) -> Void

  /// - Parameter gone: called when a camera is not connected any more.
  init(gone: @escaping @Sendable (CameraID) -> Void) {
    self.gone = gone
    for name in [
      AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification,
    ] {
      observers.observe(name) { [weak self] _ in self?.refresh() }
    }
  }

  deinit { state.withLock(\.subscribers).finish() }

  /// The current list, then one after each change.
  func lists() -> AsyncStream<DeviceList> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let (id, mustLook) = state.withLock { state in
        defer { state.hasLooked = true }
        return (state.subscribers.add(continuation), !state.hasLooked)
      }
      continuation.afterEnd { [weak self] in
        self?.state.withLock { $0.subscribers.remove(id) }
      }
      if mustLook { refresh() }
    }
  }

  /// Looks again, off the caller's thread: the first look can take a while.
  func refresh() { queue.async { [weak self] in self?.look() } }

  /// Cameras cannot be used for this reason, or can again.
  func obstruct(_ obstacle: CaptureError?) {
    state.withLock { $0.obstacle = obstacle }
    refresh()
  }

  /// A camera that is connected. Looks if nobody has yet.
  func camera(_ id: CameraID) async throws(CaptureError) -> FoundCamera {
    if let found = known(id) { return found }
    await queue.perform { self.look() }
    if let found = known(id) { return found }
    throw CaptureError(
      .noSuchCamera, "There is no camera \(id).", remedy: "Choose one of the list.")
  }

  /// Calls with a camera that is connected: at once for one that is known, else after a look.
  func find(_ id: CameraID, _ use: @escaping @Sendable (FoundCamera) -> Void) {
    if let found = known(id) { return use(found) }
    queue.async { [weak self] in
      self?.look()
      if let found = self?.known(id) { use(found) }
    }
  }

  private func known(_ id: CameraID) -> FoundCamera? {
    state.withLock { state in state.found.first { $0.camera.id == id } }
  }

  /// Whether there is any camera.
  static var hasCameras: Bool { !discovery().devices.isEmpty }

  private static func discovery() -> AVCaptureDevice.DiscoverySession {
    AVCaptureDevice.DiscoverySession(
      deviceTypes: AVCaptureDevice.DeviceType.cameras, mediaType: .video, position: .unspecified)
  }

  private func look() {
    let session = Self.discovery()
    let found = session.devices.map { device in
      FoundCamera(device, concurrency: session.concurrency(of: device))
    }
    let refusal = Permission.refusal(of: .camera)
    let lost = state.withLock { state in
      let lost = state.found.map(\.camera.id).filter { id in
        !found.contains { $0.camera.id == id }
      }
      state.found = found
      let problem = refusal ?? state.obstacle
      state.subscribers.publish(
        DeviceList(devices: problem == nil ? found.map(\.camera) : [], problem: problem))
      return lost
    }
    lost.forEach(gone)
  }
}
