import Dispatch
import Glibc
import Synchronization

private let readEnd = Atomic<Int32>(-1)
private let writeEnd = Atomic<Int32>(-1)

/// Runs in the middle of anything: it only does what signal-safety(7) allows.
private let handler: @convention(c) (Int32) -> Void = { _ in
  let number = errno
  var byte: UInt8 = 1
  // Unsafe: one byte of a local variable.
  _ = unsafe write(writeEnd.load(ordering: .relaxed), &byte, 1)
  errno = number
}

/// Turns Ctrl-C (SIGINT), Ctrl-\ (SIGQUIT), SIGTERM and the end of the terminal (SIGHUP) into the cancellation
/// of the work, and ends the program when the work does not end by itself.
enum Interrupts {
  /// What happens after the first signal to work that does not end by itself.
  enum Ending: Hashable, Sendable {
    /// It is cut off after a second.
    case soon
    /// It has something to finish, however long that takes; a second signal cuts it off.
    case whenFinished
  }

  /// Makes the signals something to read, whichever thread they come to, and a closed pipe an error of
  /// `write` instead of a signal.
  ///
  /// They are not blocked and waited for: the main thread of a Swift program sleeps with no signal
  /// blocked (`dispatch_main`), and would take them with their usual effect.
  ///
  /// *Context*: the main thread, before any other is made.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    // Unsafe: two numbers of a local array.
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd.store(ends[0], ordering: .relaxed)
    writeEnd.store(ends[1], ordering: .relaxed)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      // Who started the program with `nohup` wants it to outlive the terminal.
      if number == SIGHUP && isIgnored(number) { continue }
      signal(number, handler)
    }
  }

  /// Waits for the signals on a thread of its own, for the life of the program.
  ///
  /// - Parameters:
  ///   - ending: what the work may do after the first signal.
  ///   - cancel: called at the first signal. A second one, or the end of the patience, ends the program
  ///     at once with the status for interrupted work.
  static func watch(_ ending: Ending, _ cancel: @escaping @Sendable () -> Void) {
    guard readEnd.load(ordering: .relaxed) >= 0 else { return }
    DispatchQueue(label: "viewfinder.signals").async {
      waitForSignal()
      cancel()
      switch ending {
      case .soon:
        var wait = pollfd(fd: readEnd.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0)
        // Unsafe: a local variable, during the call.
        _ = unsafe poll(&wait, 1, 1000)
      case .whenFinished:
        waitForSignal()
        say("viewfinder: left unfinished. \"viewfinder repair\" makes a movie of the .part file.\n")
      }
      _exit(ExitStatus.interrupted.rawValue)
    }
  }

  private static func waitForSignal() {
    var byte: UInt8 = 0
    // Unsafe: one byte of a local variable.
    while unsafe read(readEnd.load(ordering: .relaxed), &byte, 1) != 1 {}
  }

  /// Writes to standard error, which may be gone.
  private static func say(_ text: StaticString) {
    // Unsafe: the program's own constant text, with its length.
    _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
