import CaptureCore
import CaptureVirtual
import MediaTypes
import PreviewCore
import Testing
import Viewfinder

@Suite("Sessions side by side", .timeLimit(.minutes(2)))
struct SideBySideTests {
  @Test("two cameras run at once; what befalls one is its own, and a picture in picture shows both")
  func two() async throws {
    let fixture = try VirtualSession(cameras: [.front])
    let broken = fixture.session
    let whole = try VirtualSession(cameras: [.back]).session
    try await whole.start()
    _ = whole.preview.scene(viewport: PixelSize(width: 64, height: 48))
    try await broken.start()
    fixture.backend.unplug(VirtualCamera.front.id)
    _ = try await broken.state { $0.phase == .interrupted }
    #expect(whole.state.phase == .running)
    // The other one goes on for long after.
    var count = 0
    for await _ in whole.frames(bound: 8) {
      count += 1
      if count == 10 { break }
    }
    #expect(count == 10)
    let main = whole.preview.scene(viewport: PixelSize(width: 64, height: 48))
    let frame = try #require(main.patches.first?.frame)
    let inset = Inset(
      face: Face(frame: frame), x: 0.7, y: 0.7, width: 0.25, height: 0.25, roundness: 0.3)
    #expect(SceneComposer.scene([inset], over: main).patches.count == 2)
    await broken.stop()
    await whole.stop()
  }
}
