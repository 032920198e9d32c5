import Synchronization

/// Whether somebody shows frames straight from the memory that the kernel shares (`DMABuf`), so that a
/// back end may hand that memory on in place of a copy.
///
/// A view says so when its renderer can; a back end asks at each frame.
///
/// *Context*: any thread; no call blocks.
public final class MemorySharing: Sendable {
  private let wanted = Atomic(false)

  /// Nobody wants it yet.
  public init() {}

  /// Whether shared memory is of use.
  public var isWanted: Bool {
    get { wanted.load(ordering: .relaxed) }
    set { wanted.store(newValue, ordering: .relaxed) }
  }
}
