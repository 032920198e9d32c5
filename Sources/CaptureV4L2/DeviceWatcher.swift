import CaptureCore
import MediaTypes
import SystemThreads

/// Keeps the list of cameras, and tells subscribers of each change.
///
/// A thread of its own waits for plug and unplug; it starts with the first subscriber.
final class DeviceWatcher: Sendable {
  private struct State {
    var subscribers = ListSubscribers<DeviceList>()
    var findings: CameraScan.Findings?
    var isWatching = false
  }

  private let hotPlug: any HotPlug
  private let scan: Locked<CameraScan>
  private let state = Locked(State())

  init(_ calls: any SystemCalls, _ hotPlug: any HotPlug) {
    self.hotPlug = hotPlug
    scan = Locked(CameraScan(calls))
  }

  deinit {
    hotPlug.end()
    state.withLock(\.subscribers).finish()
  }

  /// The current list, then one after each change.
  func lists() -> AsyncStream<DeviceList> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let (id, needsThread) = state.withLock { state in
        defer { state.isWatching = true }
        return (state.subscribers.add(continuation), !state.isWatching)
      }
      continuation.afterEnd { [weak self] in
        self?.state.withLock { $0.subscribers.remove(id) }
      }
      if needsThread { watch() }
    }
  }

  /// A camera of the latest list, or one that has come since. Blocks while nodes are opened.
  func camera(_ id: CameraID) -> FoundCamera? {
    let latest = state.withLock { $0.findings }
    if let camera = latest?.cameras.first(where: { $0.device.id == id }) { return camera }
    return look().cameras.first { $0.device.id == id }
  }

  /// A camera turned out to be gone: looks again, now and until it answers.
  func lost(_ id: CameraID) {
    scan.withLock { $0.forget(id) }
    hotPlug.poke()
  }

  @discardableResult
  private func look() -> CameraScan.Findings {
    let findings = scan.withLock { $0.look() }
    state.withLock { state in
      state.findings = findings
      state.subscribers.publish(findings.list)
    }
    return findings
  }

  private func watch() {
    let thread = try? WorkerThread { [weak self, hotPlug] in
      while let needsAnotherLook = self?.look().needsAnotherLook {
        guard hotPlug.wait(limit: needsAnotherLook ? Self.patience : nil) else { return }
      }
    }
    // Without a thread there is one list and no news of changes.
    if thread == nil { look() }
  }

  /// How often a device that is there but does not answer is asked again.
  private static let patience = MediaTime.seconds(1)
}
