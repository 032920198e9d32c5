import MediaTypes
import Testing

@testable import ViewfinderTesting

@Suite("The watch over a studio")
struct StudioWatchTests {
  @Test("Nothing to do is settled at once")
  func idle() async {
    let watch = StudioWatch()
    await watch.wait(limit: .seconds(60)) { $0.isSettled && $0.hasOpened }
    #expect(watch.isIdle)
  }

  @Test("What is awaited ends the wait, in any order")
  func events() async {
    let watch = StudioWatch()
    watch.beginWork()
    async let opened: Void = watch.wait(limit: .seconds(60)) { $0.hasOpened }
    watch.beginOpening()
    await opened
    async let settled: Void = watch.wait(limit: .seconds(60)) { $0.isSettled }
    watch.endOpening()
    await settled
    watch.takeFirstFrame()
    async let returned: Void = watch.wait(limit: .seconds(60)) { $0.isSettled }
    watch.endWork()
    await returned
    #expect(watch.isIdle)
  }

  @Test("A wait for what does not come ends at its limit")
  func limit() async {
    let watch = StudioWatch()
    watch.beginWork()
    for _ in 0..<50 { await watch.wait(limit: .milliseconds(1)) { $0.isIdle } }
    #expect(!watch.isIdle)
    watch.endWork()
  }
}
