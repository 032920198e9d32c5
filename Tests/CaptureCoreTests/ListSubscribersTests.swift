import CaptureCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ListSubscribersTests {
  private func subscription() -> (AsyncStream<Int>, AsyncStream<Int>.Continuation) {
    AsyncStream.makeStream(of: Int.self)
  }

  @Test func eachGetsTheLatestAtOnceAndThenWhatDiffers() async {
    var subscribers = ListSubscribers<Int>()
    let (early, late) = (subscription(), subscription())
    _ = subscribers.add(early.1)
    subscribers.publish(1)
    subscribers.publish(1)
    _ = subscribers.add(late.1)
    subscribers.publish(2)
    subscribers.finish()
    #expect(await early.0.reduce(into: []) { $0.append($1) } == [1, 2])
    #expect(await late.0.reduce(into: []) { $0.append($1) } == [1, 2])
    #expect(subscribers.latest == 2)
  }

  @Test func whoIsRemovedGetsNoMore() async {
    var subscribers = ListSubscribers<Int>()
    let one = subscription()
    let id = subscribers.add(one.1)
    subscribers.publish(1)
    subscribers.remove(id)
    subscribers.remove(id)
    subscribers.publish(2)
    one.1.finish()
    #expect(await one.0.reduce(into: []) { $0.append($1) } == [1])
  }
}
