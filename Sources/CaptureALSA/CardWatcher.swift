import CaptureCore
import Glibc
import MediaTypes
import SystemThreads

/// Keeps the list of microphones, and tells subscribers of each change.
///
/// A thread of its own waits for device files to come and go (`inotify`); it starts with the first
/// subscriber.
final class CardWatcher: Sendable {
  private struct State {
    var subscribers = ListSubscribers<MicrophoneList>()
    var findings: CardScan.Findings?
    var isWatching = false
  }

  private let look: @Sendable () -> CardScan.Findings
  private let changes: DeviceFileChanges?
  private let state = Locked(State())

  /// - Parameter look: replaces the look at the system's cards, in tests.
  init(
    folder: String = "/dev/snd",
    look: @escaping @Sendable () -> CardScan.Findings = { CardScan.look() }
  ) {
    self.look = look
    changes = DeviceFileChanges(in: folder)
  }

  deinit {
    changes?.end()
    state.withLock(\.subscribers).finish()
  }

  /// The current list, then one after each change.
  func lists() -> AsyncStream<MicrophoneList> {
    let (lists, continuation) = AsyncStream.makeStream(
      of: MicrophoneList.self, bufferingPolicy: .bufferingNewest(1))
    let (id, needsThread) = state.withLock { state in
      defer { state.isWatching = true }
      return (state.subscribers.add(continuation), !state.isWatching)
    }
    continuation.afterEnd { [weak self] in
      self?.state.withLock { $0.subscribers.remove(id) }
    }
    if needsThread { watch() }
    return lists
  }

  /// A device, by a look made now. Blocks while cards are asked.
  func device(_ id: MicrophoneID) -> CaptureDevice? {
    lookAgain()
    return state.withLock { $0.findings?.devices.first { $0.id == id } }
  }

  private func lookAgain() {
    let findings = look()
    state.withLock { state in
      state.findings = findings
      state.subscribers.publish(findings.list)
    }
  }

  private func watch() {
    let thread = try? WorkerThread { [weak self, changes] in
      self?.lookAgain()
      while let changes, changes.wait() {
        guard let self else { return }
        self.lookAgain()
      }
    }
    // Without a thread there is one list and no news of changes.
    if thread == nil { lookAgain() }
  }
}
