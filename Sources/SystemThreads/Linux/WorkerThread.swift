package import Dispatch
import MediaTypes
import Glibc

/// A thread that runs one closure, and can be waited for.
///
/// Not a dispatch queue: the closure waits for a device or the network for as long as that runs, and
/// would keep a thread of the pool from everybody else.
///
/// *Context*: any thread. The thread goes on without its owner; whoever waits may count on everything
/// that the closure held being let go.
package final class WorkerThread: Sendable {
  private let finished = DispatchGroup()

  /// Starts it (`pthread_create`).
  ///
  /// - Throws: `ThreadError` when there can be no more threads; the closure is then not run.
  package init(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    finished.enter()
    // Unsafe: the thread takes over the one reference that `passRetained` makes.
    let reference = unsafe Unmanaged.passRetained(ThreadBody(finished, body))
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, runThreadBody, reference.toOpaque())
    guard code == 0 else {
      unsafe reference.release()
      finished.leave()
      throw ThreadError(code: code)
    }
    pthread_detach(thread)
  }

  /// Blocks until the closure has ended.
  package func join() { finished.wait() }

  /// Suspends until the closure has ended.
  package func end() async {
    await withCheckedContinuation { continuation in
      finished.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Suspends until the closure has ended, for a while at most.
  package func end(limit: DispatchTimeInterval) async {
    await withCheckedContinuation { continuation in
      let waiter = JoinWaiter(continuation)
      finished.notify(queue: .global()) { waiter.resume() }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit) { waiter.resume() }
    }
  }
}

/// No thread could be made.
package struct ThreadError: Error, Hashable, Sendable {
  /// The number that `pthread_create` returned, such as `EAGAIN`.
  package let code: Int32
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

/// Resumes once, whoever comes first.
private final class JoinWaiter: Sendable {
  private let continuation: Locked<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = Locked(continuation)
  }

  func resume() {
    let continuation = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    continuation?.resume()
  }
}
