import SystemThreads

/// A thread that runs a PipeWire loop, and the state that lives on it.
///
/// PipeWire's objects may only be used from their loop. Here that is so by construction: the state
/// is made, used and freed on the thread and cannot be reached from elsewhere, except by a job that
/// is posted. The thread ends with the last reference to this object, and nobody waits for it: so
/// that the last reference may go anywhere, even on the thread itself.
///
/// *Context*: any thread; no call blocks.
final class LoopThread<State>: Sendable {
  private let queue: JobQueue<State>

  /// Starts the thread.
  ///
  /// - Parameter makeState: called on the thread, before any job.
  /// - Returns: nil when the system has no descriptors or no thread left.
  init?(makeState: @escaping @Sendable (MainLoop, JobQueue<State>) -> State) {
    guard let loop = MainLoop(), let event = LoopEvent(on: loop) else { return nil }
    let queue = JobQueue<State> { event.signal() }
    self.queue = queue
    // Unsafe: handed over; this thread does not touch the loop again.
    nonisolated(unsafe) let handedOver = loop
    let thread = try? WorkerThread {
      unsafe Self.run(makeState(handedOver, queue), queue, on: handedOver, event: event)
    }
    if thread == nil { return nil }
  }

  deinit { queue.finish() }

  /// Has a job done on the thread, after those that were posted before.
  func post(_ job: @escaping JobQueue<State>.Job) { queue.post(job) }

  /// Has a job done that answers sooner or later, exactly once.
  func ask<Answer: Sendable>(
    _ job: @escaping @Sendable (State, @escaping (Answer) -> Void) -> Void
  ) async -> Answer {
    await queue.ask(job)
  }

  private static func run(
    _ state: State, _ queue: JobQueue<State>, on loop: MainLoop, event: LoopEvent
  ) {
    event.handler = {
      if let jobs = queue.take() {
        for job in jobs { job(state) }
        if !jobs.isEmpty { event.signal() }
      } else {
        loop.quit()
      }
    }
    event.signal()
    loop.run()
    event.handler = {}
    queue.close()
  }
}
