import Dispatch
import Glibc

/// A thread that runs one closure, and can be waited for.
///
/// Not a dispatch queue: the closure waits in `poll` for as long as the camera runs, and would keep
/// a thread of the pool from everybody else.
final class WorkerThread: Sendable {
  private let finished = DispatchGroup()

  /// Starts it.
  ///
  /// - Throws: `SystemError` when there can be no more threads.
  init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    finished.enter()
    let work = ThreadBody(finished, body)
    // Unsafe: the thread takes over the one reference that `passRetained` makes.
    let reference = unsafe Unmanaged.passRetained(work)
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, runThreadBody, reference.toOpaque())
    guard code == 0 else {
      unsafe reference.release()
      finished.leave()
      throw SystemError(call: "pthread_create", code: code)
    }
    pthread_detach(thread)
  }

  /// Blocks until the closure has ended.
  func join() { finished.wait() }
}

private final class ThreadBody: Sendable {
  let finished: DispatchGroup
  let run: @Sendable () -> Void

  init(_ finished: DispatchGroup, _ run: @escaping @Sendable () -> Void) {
    self.finished = finished
    self.run = run
  }
}

/// Unsafe: called once for each thread, with the reference that it was given.
private func runThreadBody(_ reference: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let reference = unsafe reference {
    // In this order: who has joined may count on everything that the closure held being let go.
    unsafe runAndRelease(.fromOpaque(reference)).leave()
  }
  return nil
}

private func runAndRelease(_ reference: Unmanaged<ThreadBody>) -> DispatchGroup {
  let body = unsafe reference.takeRetainedValue()
  body.run()
  return body.finished
}
