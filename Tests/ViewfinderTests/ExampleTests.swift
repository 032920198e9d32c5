// Only what an app imports: everything that the example names comes with Viewfinder.
import Testing
import Viewfinder

@Suite("The example of the documentation", .timeLimit(.minutes(1)))
struct ExampleTests {
  @Test("an app needs one import and ten lines")
  func tenLines() async throws {
    var configuration = CameraSession.Configuration()
    configuration.backends = .named(["virtual"])
    configuration.wish = FormatWish(size: PixelSize(width: 320, height: 240), rate: .fps30)
    let session = CameraSession(configuration)
    try await session.start()
    for await frame in session.frames() where frame.sequence > 2 { break }
    let report = try await session.flip(.flipFromLeft)
    let scene = session.preview.scene(viewport: PixelSize(width: 320, height: 240))
    await session.stop()
    #expect(report.outcome == .done)
    #expect(scene.patches.first?.frame.source == report.to)
  }
}
