import MediaTypes
import Synchronization
import Testing

struct LockedTests {
  @Test("Of many tasks at once, none is lost")
  func onlyOneIsIn() async {
    final class Counter: Sendable { let count = Locked(0) }
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { counter.count.withLock { $0 += 1 } }
        }
      }
    }
    #expect(counter.count.withLock { $0 } == 8_000)
  }

  @Test("A body that throws leaves the lock free, and what it has changed")
  func freeAfterAnError() {
    struct Refusal: Error {}
    let value = Locked([1])
    #expect(throws: Refusal.self) {
      try value.withLock { value throws(Refusal) in
        value.append(2)
        throw Refusal()
      }
    }
    #expect(value.withLock { $0 } == [1, 2])
  }

  @Test("A value that cannot be copied is guarded, and may be taken out")
  func valuesThatCannotBeCopied() {
    struct Ticket: ~Copyable { let number: Int }
    let drawer = Locked<Ticket?>(Ticket(number: 7))
    let number = drawer.withLock { (ticket: inout Ticket?) -> Int? in
      guard let taken = ticket.take() else { return nil }
      return taken.number
    }
    #expect(number == 7)
    let isEmpty = drawer.withLock { $0 == nil }
    #expect(isEmpty)
  }

  #if !THREAD_SANITIZER
    @Test("It is as large as the lock within")
    func costsNothing() {
      #expect(MemoryLayout<Locked<Int>>.size == MemoryLayout<Mutex<Int>>.size)
      #expect(MemoryLayout<Locked<UInt8>>.stride == MemoryLayout<Mutex<UInt8>>.stride)
    }
  #endif
}
