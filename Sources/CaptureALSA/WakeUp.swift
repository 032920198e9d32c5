import CALSA
import Glibc
import Synchronization

/// Wakes a thread that waits in `poll` (`eventfd`).
final class WakeUp: Sendable {
  let descriptor: Int32
  private let signalled = Atomic(false)

  /// Makes one; nil when the system has no descriptors left.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Whether the thread is to end.
  var isSignalled: Bool { signalled.load(ordering: .acquiring) }

  /// Makes the descriptor readable for good.
  func signal() {
    signalled.store(true, ordering: .releasing)
    var one: UInt64 = 1
    // Unsafe: eight bytes of a local variable, during the call.
    _ = unsafe write(descriptor, &one, 8)
  }
}
