import MediaTypes
import Testing

struct FramePoolTests {
  private struct Refused: Error, Equatable {}

  /// The address of a buffer's first byte.
  private func address(_ buffer: FrameBuffer) -> UInt {
    unsafe buffer.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  private func make(_ pool: FramePool, _ byte: UInt8 = 0) -> FrameBuffer? {
    unsafe pool.make { unsafe $0.initializeMemory(as: UInt8.self, repeating: byte) }
  }

  @Test func noMoreBuffersAreOutThanTheCapacity() {
    let pool = FramePool(byteCount: 10, capacity: 3)
    var held = (0..<3).compactMap { _ in make(pool) }
    #expect(held.count == 3)
    #expect(make(pool) == nil)
    held.removeLast()
    #expect(make(pool) != nil)
    #expect(Set(held.map(address)).count == 2)
  }

  @Test func aBufferThatComesBackIsUsedAgain() throws {
    let pool = FramePool(byteCount: 10, capacity: 5)
    let first = address(try #require(make(pool)))
    for _ in 0..<100 { #expect(address(try #require(make(pool))) == first) }
  }

  @Test func buffersAreAlignedAndHaveTheSizeAndContentsThatWereWritten() throws {
    let pool = FramePool(byteCount: 100, capacity: 2)
    let buffer = try #require(make(pool, 42))
    #expect(buffer.byteCount == 100 && pool.byteCount == 100)
    #expect(address(buffer) % 64 == 0)
    #expect(buffer.native == nil)
    buffer.withBytes { span in
      #expect(span.byteCount == 100)
      #expect(
        (0..<100).allSatisfy { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) == 42 })
    }
  }

  @Test func aFillThatThrowsGivesTheSlotBack() {
    let pool = FramePool(byteCount: 10, capacity: 1)
    for _ in 0..<3 {
      #expect(throws: Refused()) {
        try unsafe pool.make { (_: UnsafeMutableRawBufferPointer) throws(Refused) in
          throw Refused()
        }
      }
    }
    #expect(make(pool) != nil)
  }

  @Test func buffersOutliveTheirPool() {
    var pool: FramePool? = FramePool(byteCount: 1000, capacity: 2)
    weak let watched = pool
    var buffer = pool.flatMap { make($0, 7) }
    pool = nil
    let sum = buffer?.withBytes { span in
      (0..<1000).reduce(0) { $0 + Int(unsafe span.unsafeLoad(fromByteOffset: $1, as: UInt8.self)) }
    }
    #expect(sum == 7000)
    buffer = nil
    #expect(watched == nil, "the pool ends with its last buffer")
  }

  @Test func manyThreadsGetBuffersOfTheirOwn() async {
    let pool = FramePool(byteCount: 64, capacity: 8)
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            guard let buffer = make(pool, UInt8(task)) else {
              Issue.record("eight tasks hold at most eight buffers")
              return
            }
            let isMine = buffer.withBytes { span in
              unsafe span.unsafeLoad(fromByteOffset: 63, as: UInt8.self) == UInt8(task)
            }
            #expect(isMine)
          }
        }
      }
    }
  }

  @Test func aBufferIsReleasedOnceWithItsLastHolder() {
    let count = Locked(0)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    var holders = [
      unsafe FrameBuffer(unsafeBytes: UnsafeRawBufferPointer(bytes), native: 5) {
        count.withLock { $0 += 1 }
      }
    ]
    #expect(holders[0].native as? Int == 5)
    holders.append(holders[0])
    holders.removeFirst()
    #expect(count.withLock { $0 } == 0)
    holders = []
    #expect(count.withLock { $0 } == 1)
    unsafe bytes.deallocate()
  }
}
