import Glibc

/// Standard output for results and standard error for everything else.
struct Console: Sendable {
  var output = ByteSink(descriptor: STDOUT_FILENO)
  var errors = ByteSink(descriptor: STDERR_FILENO)

  /// Prints a result.
  ///
  /// - Throws: `ClosedPipe` when nobody reads any more, else `CommandError`.
  func print(_ text: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let safe = lines.map { TerminalText.printable(String($0)) }.joined(separator: "\n")
    try output.write(Array((safe + "\n").utf8))
  }

  /// Says something on standard error, which may well be closed.
  func note(_ text: String) {
    try? errors.write(Array(("viewfinder: " + TerminalText.printable(text) + "\n").utf8))
  }
}

/// An open descriptor that takes bytes.
struct ByteSink: Sendable {
  let descriptor: Int32

  /// Whether a person would see the bytes.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes all bytes.
  ///
  /// - Throws: `ClosedPipe` when nobody reads any more, else `CommandError`.
  ///
  /// *Context*: blocks while a reader is slower. SIGPIPE has to be ignored.
  func write(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      // Unsafe: the array lives through the call, and the length is what is left of it.
      let written = unsafe bytes.withUnsafeBytes { memory in
        unsafe Glibc.write(
          descriptor, memory.baseAddress.map { unsafe $0 + start }, bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else {
        try recover(from: errno)
      }
    }
  }

  /// Returns when it is worth while to try again.
  private func recover(from number: Int32) throws {
    switch number {
    case EINTR: return
    case EAGAIN:
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    case EPIPE: throw ClosedPipe()
    default:
      throw CommandError(
        .failed, "The output cannot be written: \(SystemError.text(number)).",
        remedy: "See where it is sent to.")
    }
  }
}
