import Glibc
import Synchronization

/// Owns an open descriptor until somebody takes it over, and closes one that nobody wants.
///
/// *Context*: any thread.
final class Descriptor: Hashable, Sendable {
  private let number: Atomic<Int32>

  /// Takes over a descriptor.
  init(_ number: Int32) { self.number = Atomic(number) }

  deinit {
    let number = take()
    if number >= 0 { close(number) }
  }

  /// Hands the descriptor on; -1 when that has been done.
  func take() -> Int32 { number.exchange(-1, ordering: .relaxed) }

  static func == (left: Descriptor, right: Descriptor) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
