import Synchronization

/// The jobs of a loop's thread, in order, and the way to wake it.
///
/// *Context*: any thread; no call blocks.
final class JobQueue<State>: Sendable {
  /// Something to be done on the thread.
  typealias Job = @Sendable (State) -> Void

  private struct Contents {
    var jobs: [Job] = []
    var wakeUp: LoopEvent?
    var isFinished = false
  }

  private let contents: Mutex<Contents>

  init(wakeUp: LoopEvent) { contents = Mutex(Contents(wakeUp: wakeUp)) }

  /// Has a job done; it is dropped when the thread has ended.
  func post(_ job: @escaping Job) {
    contents.withLock {
      $0.jobs.append(job)
      $0.wakeUp?.signal()
    }
  }

  /// Ends the thread once the jobs posted so far are done.
  func finish() {
    contents.withLock {
      $0.isFinished = true
      $0.wakeUp?.signal()
    }
  }

  /// Takes all jobs; nil when there are none and none will come.
  func take() -> [Job]? {
    contents.withLock { contents in
      if contents.jobs.isEmpty && contents.isFinished { return nil }
      defer { contents.jobs = [] }
      return contents.jobs
    }
  }

  /// Lets go of the loop, which ends.
  func close() {
    contents.withLock {
      $0.wakeUp = nil
      $0.jobs = []
    }
  }
}
