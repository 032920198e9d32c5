import MediaTypes
import Foundation

/// A process of ours that has not been waited for: `posix_spawn` and `waitpid`.
///
/// Foundation's `Process` is not used, since it learns of a program's end only when every process
/// that the program has left behind is gone too.
struct SpawnedProcess {
  let identifier: pid_t
  /// Where its standard input comes from.
  let input: FileHandle
  /// Its standard output and error together; nil unless captured.
  let output: FileHandle?

  init(
    _ path: String, _ arguments: [String], environment: [String: String], capturesOutput: Bool
  ) throws {
    // A child that is killed at its very beginning reads no lifeline: that must not end the tests. It
    // gets the usual way with signals itself.
    signal(SIGPIPE, SIG_IGN)
    // One at a time, so that no other child inherits a pipe before it is marked.
    self = try Self.turn.withLock { _ in
      try Self(path, arguments, environment: environment, pipes: capturesOutput)
    }
  }

  private static let turn = Locked(())

  private init(
    _ path: String, _ arguments: [String], environment: [String: String], pipes: Bool
  ) throws {
    let input = try Self.pipe()
    let output = pipes ? try Self.pipe() : nil
    let letsThrough = environment["VIEWFINDER_TEST_OUTPUT"] != nil
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.read, 0)
    for descriptor: Int32 in [1, 2] {
      if let output {
        unsafe posix_spawn_file_actions_adddup2(&actions, output.write, descriptor)
      } else if !letsThrough {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    var attributes = Self.attributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var identifier: pid_t = 0
    let status = unsafe Self.withStrings([path] + arguments) { words in
      unsafe Self.withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        unsafe posix_spawn(&identifier, path, &actions, &attributes, words, variables)
      }
    }
    close(input.read)
    if let output { close(output.write) }
    self.input = FileHandle(fileDescriptor: input.write, closeOnDealloc: true)
    self.output = output.map { FileHandle(fileDescriptor: $0.read, closeOnDealloc: true) }
    self.identifier = identifier
    guard status == 0 else { throw TestSupportError("\(path) did not start: error \(status)") }
  }

  /// Waits on a thread of its own; `ended` gets the exit status, or 128 and the signal.
  func onEnd(_ ended: @escaping @Sendable (Int32) -> Void) {
    let identifier = identifier
    Thread.detachNewThread {
      var status: Int32 = 0
      while unsafe waitpid(identifier, &status, 0) == -1 && errno == EINTR {}
      let signal = status & 0x7f
      ended(signal == 0 ? (status >> 8) & 0xff : 128 + signal)
    }
  }

  // Threads of Dispatch hold back signals, SIGTERM among them, and a child would inherit that.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw TestSupportError("no pipe: error \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  // Lends a list of C strings that ends with a null pointer.
  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies + [nil])
  }
}
