import MediaTypes
import CaptureCore
import Testing

/// A list that grows from any thread and can be waited on.
final class EventLog<Entry: Sendable>: Sendable {
  private struct Waiter {
    let id: UInt64
    let isOver: @Sendable ([Entry]) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var entries: [Entry] = []
    var waiters: [Waiter] = []
    var waiterCount: UInt64 = 0
  }

  private let state = Locked(State())

  var entries: [Entry] { state.withLock { $0.entries } }

  func append(_ entry: Entry) {
    let ready = state.withLock { state in
      state.entries.append(entry)
      let entries = state.entries
      let ready = state.waiters.filter { $0.isOver(entries) }
      state.waiters.removeAll { $0.isOver(entries) }
      return ready
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  /// Suspends until the list is as wished; a test's time limit ends it with an issue.
  func wait(until isOver: @escaping @Sendable ([Entry]) -> Bool) async {
    let id = state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          if isOver(state.entries) || Task.isCancelled { return false }
          state.waiters.append(Waiter(id: id, isOver: isOver, continuation: continuation))
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        defer { state.waiters.removeAll { $0.id == id } }
        return state.waiters.first { $0.id == id }
      }
      waiter?.continuation.resume()
    }
    if Task.isCancelled { Issue.record("What was waited for did not come: \(entries)") }
  }

  func wait(for fits: @escaping @Sendable (Entry) -> Bool, count: Int = 1) async {
    await wait { entries in entries.count(where: fits) >= count }
  }
}

extension EventLog: CaptureObserver where Entry == CaptureEngineEvent {
  func capture(_ event: CaptureEngineEvent) { append(event) }
}
