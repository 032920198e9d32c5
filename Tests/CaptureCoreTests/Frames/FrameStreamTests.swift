import CaptureCore
import MediaTypes
import Testing

@Suite("Frame streams", .timeLimit(.minutes(1)))
struct FrameStreamTests {
  let maker = FrameMaker()
  let router: FrameRouter

  init() {
    router = FrameRouter(decoders: nil, clock: StandingClock())
    router.open(streamA, camera: maker.camera)
    router.makeCurrent(streamA)
  }

  func deliver(_ sequences: ClosedRange<UInt64>) throws {
    for sequence in sequences { router.deliver(.frame(try maker.frame(sequence)), from: streamA) }
  }

  @Test("a slow reader never holds more than the bound, and gets the newest", arguments: [1, 2, 7])
  func bound(_ bound: Int) async throws {
    let frames = router.frames(bound: bound)
    try deliver(1...100)
    // The mailbox shares the newest.
    #expect(maker.aliveCount == bound)
    #expect(frames.droppedCount == 100 - bound)
    #expect(router.statistics.dropped == [.consumerTooSlow: 100 - bound])
    router.finishFrames()
    #expect(await frames.sequences(200) == Array(UInt64(101 - bound)...100))
  }

  @Test("who reads is waited for, so that even a bound of 1 loses nothing; nobody is not")
  func caughtUp() async throws {
    let frames = router.frames(bound: 1)
    await router.readersCaughtUp(within: .seconds(1), on: StandingClock())
    let (signals, signal) = AsyncStream.makeStream(of: UInt64.self)
    let reader = Task {
      for await frame in frames { signal.yield(frame.sequence) }
      signal.finish()
    }
    try deliver(1...1)
    var iterator = signals.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    for sequence in 2...200 as ClosedRange<UInt64> {
      try deliver(sequence...sequence)
      await router.readersCaughtUp(within: .seconds(1), on: StandingClock())
    }
    #expect(frames.droppedCount == 0)
    router.finishFrames()
    await reader.value
    await router.readersCaughtUp(within: .seconds(1), on: StandingClock())
  }

  @Test("a bound below 1 counts as 1")
  func absurdBound() throws {
    let frames = router.frames(bound: -5)
    try deliver(1...3)
    #expect(frames.bound == 1)
    #expect(frames.droppedCount == 2)
  }

  @Test("subscribers do not disturb each other")
  func twoSubscribers() async throws {
    let (slow, quick) = (router.frames(bound: 1), router.frames(bound: 10))
    try deliver(1...4)
    #expect(await quick.sequences(4) == [1, 2, 3, 4])
    #expect(await slow.sequences(1) == [4])
    #expect(quick.droppedCount == 0)
    #expect(slow.droppedCount == 3)
  }

  @Test("a reader that waits gets each frame at once, in order")
  func waitingReader() async throws {
    let frames = router.frames(bound: 50)
    async let read = frames.sequences(50)
    try deliver(1...50)
    #expect(await read == Array(1...50))
  }

  @Test("two tasks may share a stream; each frame goes to one of them")
  func sharedStream() async throws {
    let frames = router.frames(bound: 1000)
    async let first = frames.sequences(1000)
    async let second = frames.sequences(1000)
    try deliver(1...100)
    router.finishFrames()
    let all = await first + second
    #expect(all.sorted() == Array(1...100))
  }

  @Test("finishing wakes a waiting reader, keeps what is buffered, and takes nothing new")
  func finishing() async throws {
    let (waiting, buffered) = (router.frames(bound: 4), router.frames(bound: 4))
    async let nothing = waiting.sequences(9)
    try deliver(1...2)
    router.finishFrames()
    try deliver(3...4)
    #expect(await nothing == [1, 2])
    #expect(await buffered.sequences(9) == [1, 2])
    var iterator = buffered.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }

  @Test("a stream made after the end belongs to the next run")
  func nextRun() async throws {
    router.finishFrames()
    let frames = router.frames(bound: 4)
    try deliver(1...1)
    #expect(await frames.sequences(1) == [1])
  }

  @Test("cancelling a reader ends its wait, and the stream stays usable")
  func cancellation() async throws {
    let frames = router.frames(bound: 4)
    for _ in 1...100 {
      let reader = Task { await frames.sequences(1) }
      reader.cancel()
      #expect(await reader.value == [])
    }
    try deliver(1...1)
    #expect(await frames.sequences(1) == [1])
  }

  @Test("a stream that nobody can read any more costs nothing")
  func unsubscribed() throws {
    do {
      let frames = router.frames(bound: 10)
      try deliver(1...5)
      #expect(maker.aliveCount == 5)
      withExtendedLifetime(frames) {}
    }
    try deliver(6...20)
    #expect(maker.aliveCount == 1)
    #expect(router.statistics.dropped.isEmpty)
  }

  @Test("many cameras and many readers at once lose no frame without counting it")
  func stress() async throws {
    let readers = (1...4).map { router.frames(bound: $0) }
    async let counts = withTaskGroup(of: (Int, Int).self) { group in
      for frames in readers {
        group.addTask {
          var read = 0
          for await _ in frames { read += 1 }
          return (read, frames.droppedCount)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try deliver(1...2000) }
      group.addTask {
        router.open(streamB, camera: CameraID("other"))
        let other = FrameMaker("other")
        for sequence in 1...2000 as ClosedRange<UInt64> {
          router.deliver(.frame(try other.frame(sequence)), from: streamB)
        }
      }
      try await group.waitForAll()
    }
    router.finishFrames()
    for (read, dropped) in await counts { #expect(read + dropped == 2000) }
    #expect(router.statistics.delivered == 4000)
  }
}
