import MediaTypes
import SystemThreads
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JobQueueTests {
  private final class Diary: Sendable {
    private let written = Locked<[Int]>([])
    var entries: [Int] { written.withLock { $0 } }
    func write(_ entry: Int) { written.withLock { $0.append(entry) } }
  }

  @Test func jobsAreTakenInOrderAndEachPostWakesTheLoop() {
    let (wakes, diary) = (Diary(), Diary())
    let queue = JobQueue<Diary> { wakes.write(0) }
    for number in 1...3 { queue.post { $0.write(number) } }
    for job in queue.take() ?? [] { job(diary) }
    #expect(diary.entries == [1, 2, 3])
    #expect(wakes.entries.count == 3)
    #expect(queue.take()?.isEmpty == true)
  }

  @Test func theEndComesAfterTheLastJob() {
    let queue = JobQueue<Diary> {}
    queue.post { _ in }
    queue.finish()
    #expect(queue.take()?.count == 1)
    #expect(queue.take() == nil)
  }

  @Test func aClosedQueueWakesNobody() {
    let wakes = Diary()
    let queue = JobQueue<Diary> { wakes.write(0) }
    queue.close()
    queue.post { _ in }
    #expect(wakes.entries.isEmpty)
  }
}
