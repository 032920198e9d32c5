import Dispatch
import Glibc

/// Turns Ctrl-C (SIGINT), SIGTERM and the end of the terminal (SIGHUP) into the cancellation of the
/// work, and ends the program when the work does not end by itself.
enum Interrupts {
  /// What happens after the first signal to work that does not end by itself.
  enum Ending: Hashable, Sendable {
    /// It is cut off after a second.
    case soon
    /// It has something to finish, however long that takes; a second signal cuts it off.
    case whenFinished
  }

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
  /// - Parameters:
  ///   - ending: what the work may do after the first signal.
  ///   - cancel: called at the first signal. A second one, or the end of the patience, ends the program
  ///     at once with the status for interrupted work.
  static func watch(_ ending: Ending, _ cancel: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "viewfinder.signals").async {
      waitForSignal()
      cancel()
      switch ending {
      case .soon:
        var signals = watched
        var patience = timespec(tv_sec: 1, tv_nsec: 0)
        // Unsafe: local variables, during the call.
        _ = unsafe sigtimedwait(&signals, nil, &patience)
      case .whenFinished: waitForSignal()
      }
      _exit(ExitStatus.interrupted.rawValue)
    }
  }

  private static func waitForSignal() {
    var signals = watched
    var number: Int32 = 0
    while unsafe sigwait(&signals, &number) != 0 {}
  }

  private static var watched: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    // Who started the program with `nohup` wants it to outlive the terminal.
    if !isIgnored(SIGHUP) { unsafe sigaddset(&signals, SIGHUP) }
    return signals
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
