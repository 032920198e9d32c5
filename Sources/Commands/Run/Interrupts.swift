import Dispatch
import Glibc

/// Turns Ctrl-C (SIGINT) and SIGTERM into the cancellation of the work, and ends the program when
/// the work does not end by itself.
enum Interrupts {
  /// How long the work may take to end after the first signal, in seconds.
  private static let patience = 1

  /// Blocks the signals in this thread and all that it makes from now on, so that only `watch`
  /// takes them; makes a closed pipe an error of `write` instead of a signal.
  ///
  /// *Context*: the main thread, before any other is made.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var signals = watched
    // Unsafe: the set lives through the call; nobody asks for the old one.
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the signals on a thread of its own, for the life of the program.
  ///
  /// - Parameter cancel: called at the first signal. A second one, or the end of the patience,
  ///   ends the program at once with the status for interrupted work.
  static func watch(_ cancel: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "viewfinder.signals").async {
      var signals = watched
      var number: Int32 = 0
      while unsafe sigwait(&signals, &number) != 0 {}
      cancel()
      var patience = timespec(tv_sec: patience, tv_nsec: 0)
      _ = unsafe sigtimedwait(&signals, nil, &patience)
      _exit(ExitStatus.interrupted.rawValue)
    }
  }

  private static var watched: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    return signals
  }
}
