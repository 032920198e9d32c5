import SystemThreads

/// A thread that serves PulseAudio's loop, and the hub that lives on it.
///
/// The library's objects may only be used from their loop's thread: the hub is made, used and freed
/// there, and reached by jobs that are posted. The thread ends with the last reference to this
/// object, and nobody waits for it.
///
/// *Context*: any thread; no call blocks.
final class LoopThread: Sendable {
  typealias Queue = JobQueue<PulseHub>

  private let queue: Queue

  /// Starts the thread.
  ///
  /// - Parameter makeHub: called on the thread, before any job.
  /// - Returns: nil when the system has no descriptors or no thread left.
  init?(makeHub: @escaping @Sendable (MainLoop, Queue) -> PulseHub) {
    guard let loop = MainLoop() else { return nil }
    let queue = Queue { loop.wakeUp() }
    self.queue = queue
    let thread = try? WorkerThread {
      let hub = makeHub(loop, queue)
      while let jobs = queue.take() {
        for job in jobs { job(hub) }
        // Jobs that were posted meanwhile have woken the loop already.
        if !loop.iterate() { break }
      }
      hub.end()
    }
    if thread == nil { return nil }
  }

  deinit { queue.finish() }

  /// Has a job done on the thread, after those that were posted before.
  func post(_ job: @escaping Queue.Job) { queue.post(job) }

  /// Has a job done that answers sooner or later, exactly once.
  func ask<Answer: Sendable>(
    _ job: @escaping @Sendable (PulseHub, @escaping (Answer) -> Void) -> Void
  ) async -> Answer {
    await queue.ask(job)
  }
}
