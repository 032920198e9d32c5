import CAllocations
import CaptureCore
import MediaTypes
import Synchronization
import Testing

/// What a frame costs on its way through the router, once all is warm: a camera of 240 frames a second would
/// else ask for memory, and perhaps wait for it, on the capture thread.
@Suite(
  "Memory that a frame asks for",
  .enabled(
    if: CAllocationsAreExact(),
    "unoptimized code asks for memory of its own: `make test`"))
struct FrameAllocationTests {
  private let maker = FrameMaker()
  private let router: FrameRouter

  init() {
    router = FrameRouter(decoders: nil, clock: StandingClock())
    router.open(streamA, camera: maker.camera)
    router.makeCurrent(streamA)
  }

  /// Allocations for 100 frames after the first 10.
  ///
  /// - Parameter time: what the frame of a number says; nil is the usual time.
  private func cost(at time: (UInt64) -> MediaTime? = { _ in nil }) throws -> Int {
    let frames = try (1...110).map { number in
      CaptureStreamEvent.frame(try maker.frame(number, at: time(number)))
    }
    deliver(frames, 0..<10)
    let before = CAllocationsOfThread()
    deliver(frames, 10..<110)
    return CAllocationsOfThread() - before
  }

  /// By number: an unoptimized loop over an array asks for memory of its own.
  private func deliver(_ frames: [CaptureStreamEvent], _ numbers: Range<Int>) {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      router.deliver(frames[number], from: streamA)
      number += 1
    }
  }

  @Test("The count sees an array, and nothing where nothing is made")
  func theCountCounts() {
    let before = CAllocationsOfThread()
    let array = Array(repeating: 0, count: 1000)
    let after = CAllocationsOfThread()
    #expect(after == before + 1)
    #expect(array.count == 1000)
    #expect(CAllocationsOfThreadBySwift() > 0)
  }

  @Test("Into a mailbox alone")
  func mailbox() throws { #expect(try cost() == 0) }

  @Test("With somebody who is told of each frame and takes the newest")
  func observer() throws {
    let taken = Atomic(0)
    let observation = router.onFrame { [router] stream in
      if router.latest(of: stream) != nil { taken.add(1, ordering: .relaxed) }
    }
    #expect(try cost() == 0)
    #expect(taken.load(ordering: .relaxed) == 110)
    observation.cancel()
  }

  @Test("With two frame streams that keep it")
  func streams() throws {
    let streams = [router.frames(bound: 200), router.frames(bound: 200, as: .asCaptured)]
    #expect(try cost() == 0)
    #expect(streams.map(\.droppedCount) == [0, 0])
  }

  @Test("Of a camera that is not shown")
  func otherCamera() throws {
    router.open(streamB, camera: CameraID("other"))
    router.makeCurrent(streamB)
    #expect(try cost() == 0)
  }

  @Test("Whose time has to be repaired or is wrong")
  func wrongTimes() throws {
    #expect(try cost { .seconds(7200 - Int64($0)) } == 0)
  }
}
