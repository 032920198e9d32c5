import CaptureCore
import CaptureVirtual
import MediaTypes
import Testing

@testable import Viewfinder

@Suite("Somebody slow beside the preview", .timeLimit(.minutes(1)))
struct SlowConsumerTests {
  /// 30 frames a second for 20 seconds, of which the consumer takes one every 200 ms. The camera has just as
  /// many buffers as the consumer's bound, the one in its hand, the preview's and the one that comes need.
  @Test("Who takes 200 ms a frame holds its bound at most, and the preview misses nothing")
  func slow() async throws {
    let bound = 3
    let fixture = PreviewFixture(buffers: bound + 3)
    try fixture.started(1, fixture.back)
    fixture.router.makeCurrent(StreamID(rawValue: 1))
    let frames = fixture.router.frames(bound: bound)
    var consumer = frames.makeAsyncIterator()
    var inHand: VideoFrame?
    var taken = 0
    for index in 1...600 {
      fixture.clock.advance(by: .milliseconds(33))
      let sequence = try fixture.deliver(1, fixture.back)
      #expect(fixture.scene().sequences == [sequence])
      guard index.isMultiple(of: 6) else { continue }
      inHand = nil
      inHand = await consumer.next()
      taken += inHand == nil ? 0 : 1
    }
    #expect(taken == 100)
    let statistics = fixture.router.statistics
    #expect(statistics.dropped.keys.allSatisfy { $0 == .consumerTooSlow })
    #expect(taken + frames.droppedCount + bound >= 600)
    #expect(frames.droppedCount <= 600 - taken)
  }
}
