import MediaTypes

/// The jobs of a loop's thread, in order, and the way to wake it.
///
/// *Context*: any thread; no call blocks.
package final class JobQueue<State>: Sendable {
  /// Something to be done on the thread.
  package typealias Job = @Sendable (State) -> Void

  private struct Contents {
    var jobs: [Job] = []
    var wakeUp: (@Sendable () -> Void)?
    var isFinished = false
  }

  private let contents: Locked<Contents>

  /// Makes an empty queue.
  ///
  /// - Parameter wakeUp: makes the thread look for jobs; called under a lock, must not block.
  package init(wakeUp: @escaping @Sendable () -> Void) {
    contents = Locked(Contents(wakeUp: wakeUp))
  }

  /// Has a job done; it is dropped when the thread has ended.
  package func post(_ job: @escaping Job) {
    contents.withLock {
      $0.jobs.append(job)
      $0.wakeUp?()
    }
  }

  /// Has a job done that answers sooner or later, exactly once.
  package func ask<Answer: Sendable>(
    _ job: @escaping @Sendable (State, @escaping (Answer) -> Void) -> Void
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      post { state in job(state) { continuation.resume(returning: $0) } }
    }
  }

  /// Ends the thread once the jobs posted so far are done.
  package func finish() {
    contents.withLock {
      $0.isFinished = true
      $0.wakeUp?()
    }
  }

  /// Takes all jobs; nil when there are none and none will come.
  package func take() -> [Job]? {
    contents.withLock { contents in
      if contents.jobs.isEmpty && contents.isFinished { return nil }
      defer { contents.jobs = [] }
      return contents.jobs
    }
  }

  /// Lets go of the loop, which ends.
  package func close() {
    contents.withLock {
      $0.wakeUp = nil
      $0.jobs = []
    }
  }
}
