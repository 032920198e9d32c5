import Dispatch
import Glibc

/// A thread that runs one closure, and can be waited for without blocking.
///
/// Not a dispatch queue: the closure waits in `poll` for as long as the microphone runs.
final class WorkerThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let finished: DispatchGroup

  /// Starts it; nil when there can be no more threads (`pthread_create`).
  init?(_ run: @escaping @Sendable () -> Void) {
    let finished = DispatchGroup()
    self.finished = finished
    finished.enter()
    let body = unsafe Unmanaged.passRetained(
      Body {
        run()
        finished.leave()
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
      finished.leave()
      unsafe body.release()
      return nil
    }
    pthread_detach(thread)
  }

  /// Suspends until the closure has ended.
  func end() async {
    await withCheckedContinuation { continuation in
      finished.notify(queue: .global()) { continuation.resume() }
    }
  }
}
