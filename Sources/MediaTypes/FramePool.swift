/// Reuses a bounded number of equal buffers, so that making a frame costs no memory allocation
/// for its pixels.
///
/// Not for frames of changing size: make a new pool, the old one ends with its last frame.
///
/// *Context*: any thread; no call blocks.
public final class FramePool: Sendable {
  private let slots: Locked<FramePoolSlots>

  /// Bytes in each buffer.
  public let byteCount: Int

  /// Makes a pool.
  ///
  /// - Parameters:
  ///   - byteCount: size of each buffer, 1 or more.
  ///   - capacity: how many buffers may be out at once; the next `make` then returns nil.
  public init(byteCount: Int, capacity: Int) {
    precondition(byteCount > 0 && capacity > 0, "a pool holds at least one buffer of one byte")
    self.byteCount = byteCount
    slots = Locked(FramePoolSlots(byteCount: byteCount, capacity: capacity))
  }

  deinit { slots.withLock { $0.deallocateIdle() } }

  /// Takes a slot, lets `fill` write it, and hands it out as a buffer.
  ///
  /// - Parameters:
  ///   - native: see `FrameBuffer.native`.
  ///   - fill: gets the whole slot; what an earlier frame left there is still in it.
  /// - Returns: nil when `capacity` buffers are still held by somebody: count it as a dropped frame.
  public func make<Failure: Error>(
    native: (any Sendable)? = nil, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> FrameBuffer? {
    guard let slot = slots.withLock({ $0.take() }) else { return nil }
    do throws(Failure) {
      try unsafe fill(slot.bytes)
    } catch {
      slots.withLock { $0.putBack(slot) }
      throw error
    }
    return unsafe FrameBuffer(
      unsafeBytes: UnsafeRawBufferPointer(slot.bytes), native: native
    ) { [self] in slots.withLock { $0.putBack(slot) } }
  }
}

/// One buffer of a pool.
///
/// Sendable unchecked: it is only ever in one place, the idle list or one `FrameBuffer`.
@safe struct FramePoolSlot: @unchecked Sendable {
  // Unsafe: owned by the pool, which deallocates it when idle at the end.
  let bytes: UnsafeMutableRawBufferPointer
}

/// The idle buffers of a pool and how many more may be made.
struct FramePoolSlots: Sendable {
  let byteCount: Int
  let capacity: Int
  private var idle: [FramePoolSlot] = []
  private var made = 0

  init(byteCount: Int, capacity: Int) {
    self.byteCount = byteCount
    self.capacity = capacity
    idle.reserveCapacity(capacity)
  }

  mutating func take() -> FramePoolSlot? {
    if let slot = idle.popLast() { return slot }
    guard made < capacity else { return nil }
    made += 1
    // 64: a cache line, and what libjpeg-turbo and the GPU's upload like best.
    return unsafe FramePoolSlot(bytes: .allocate(byteCount: byteCount, alignment: 64))
  }

  mutating func putBack(_ slot: FramePoolSlot) { idle.append(slot) }

  mutating func deallocateIdle() {
    for slot in idle { unsafe slot.bytes.deallocate() }
    idle = []
  }
}
