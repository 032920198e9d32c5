public import Synchronization

/// A value that one thread at a time may touch: a `Mutex` whose order the thread sanitizer sees too.
///
/// A `Mutex` on Linux parks its threads with the kernel's futex, of which the thread sanitizer knows
/// nothing: it would report whatever a contended lock guards. So each critical section begins and ends at a
/// ``LockTrace``, which costs nothing but in builds for that sanitizer (`Scripts/sanitize thread`).
///
/// A closure is guarded as a member of a structure, never alone: Swift turns a function into its general form and
/// back each time that generic code lends it, and what was lent is written back a layer thicker each time.
///
/// Not for what takes long: no lock is held over a wait, a system call that may block, or somebody else's code.
public struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let trace = LockTrace()

  /// Guards a value from now on.
  ///
  /// - Parameter value: what is guarded; nobody else keeps it.
  @inlinable
  public init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Waits for its turn, and runs a body that alone may read and change the value.
  ///
  /// - Parameter body: called once, on the calling thread; it must not come back to this lock.
  /// - Returns: what the body returns.
  /// - Throws: what the body throws; the lock is free again then.
  ///
  /// *Context*: any thread. Blocks while another thread is in.
  @inlinable
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      trace.acquire()
      defer { trace.release() }
      return try body(&value)
    }
  }
}
