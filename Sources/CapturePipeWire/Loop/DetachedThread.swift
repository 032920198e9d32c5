import Glibc

/// A thread that nobody waits for.
enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs something on a thread of its own (`pthread_create`).
  ///
  /// - Returns: false when the system has no thread for it; the body is then not run.
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    // The new thread takes over the reference; when there is none, it is taken back here.
    let body = unsafe Unmanaged.passRetained(Body(run))
    let status = unsafe pthread_create(
      &thread, nil,
      { body in
        if let body = unsafe body {
          unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        }
        return nil
      }, body.toOpaque())
    if status == 0 { pthread_detach(thread) } else { unsafe body.release() }
    return status == 0
  }
}
