#if THREAD_SANITIZER
  import Synchronization

  /// Shows the thread sanitizer that one critical section of a ``Locked`` comes after another: an atomic that
  /// the leaving thread stores (release) and the entering one loads (acquire). Both happen inside the lock.
  @usableFromInline
  struct LockTrace: ~Copyable, Sendable {
    private let passed = Atomic<Bool>(false)

    @usableFromInline init() {}

    @usableFromInline
    borrowing func acquire() { _ = passed.load(ordering: .acquiring) }

    @usableFromInline
    borrowing func release() { passed.store(true, ordering: .releasing) }
  }
#else
  /// Nothing: only builds for the thread sanitizer leave a trace.
  @usableFromInline
  struct LockTrace: ~Copyable, Sendable {
    @inlinable init() {}
    @inlinable borrowing func acquire() {}
    @inlinable borrowing func release() {}
  }
#endif
