import Glibc
import Synchronization

/// A thread that serves PulseAudio's loop, and the hub that lives on it.
///
/// The library's objects may only be used from their loop's thread: the hub is made, used and freed
/// there, and reached by jobs that are posted. The thread ends with the last reference to this
/// object, and nobody waits for it.
///
/// *Context*: any thread; no call blocks.
final class LoopThread: Sendable {
  typealias Job = @Sendable (PulseHub) -> Void

  /// Jobs for the thread, in order.
  final class Queue: Sendable {
    private struct Contents {
      var jobs: [Job] = []
      var isFinished = false
    }

    private let loop: MainLoop
    private let contents = Mutex(Contents())

    init(_ loop: MainLoop) {
      self.loop = loop
    }

    func post(_ job: @escaping Job) {
      contents.withLock { $0.jobs.append(job) }
      loop.wakeUp()
    }

    func finish() {
      contents.withLock { $0.isFinished = true }
      loop.wakeUp()
    }

    /// Takes all jobs; nil when there are none and none will come.
    func take() -> [Job]? {
      contents.withLock { contents in
        if contents.jobs.isEmpty && contents.isFinished { return nil }
        defer { contents.jobs = [] }
        return contents.jobs
      }
    }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let queue: Queue

  /// Starts the thread.
  ///
  /// - Parameter makeHub: called on the thread, before any job.
  /// - Returns: nil when the system has no descriptors or no thread left.
  init?(makeHub: @escaping @Sendable (MainLoop, Queue) -> PulseHub) {
    guard let loop = MainLoop() else { return nil }
    let queue = Queue(loop)
    self.queue = queue
    let body = unsafe Unmanaged.passRetained(
      Body {
        let hub = makeHub(loop, queue)
        while let jobs = queue.take() {
          for job in jobs { job(hub) }
          // Jobs that were posted meanwhile have woken the loop already.
          if !loop.iterate() { break }
        }
        hub.end()
      })
    var thread = pthread_t()
    // The new thread takes over the reference; when there is none, it is taken back here.
    let status = unsafe pthread_create(
      &thread, nil,
      { body in
        if let body = unsafe body {
          unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        }
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      unsafe body.release()
      return nil
    }
    pthread_detach(thread)
  }

  deinit { queue.finish() }

  /// Has a job done on the thread, after those that were posted before.
  func post(_ job: @escaping Job) { queue.post(job) }

  /// Has a job done that answers sooner or later, exactly once.
  func ask<Answer: Sendable>(
    _ job: @escaping @Sendable (PulseHub, @escaping (Answer) -> Void) -> Void
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      post { hub in job(hub) { continuation.resume(returning: $0) } }
    }
  }
}
