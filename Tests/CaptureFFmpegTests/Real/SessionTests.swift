import CaptureVirtual
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite("A session with a film and a virtual camera", .requires(.ffmpeg), .timeLimit(.minutes(2)))
struct StreamSessionTests {
  @Test("It turns from one to the other and back")
  func flips() async throws {
    let folder = try TemporaryFolder()
    let film = try await Film.make(
      "a.mp4", in: folder, "-c:v libx264 -preset ultrafast -pix_fmt yuv420p")
    var configuration = CameraSession.Configuration()
    configuration.backends = .named(["virtual"])
    configuration.addresses = ["file:\(film)?loop"]
    let id = try #require(CameraID(address: "file:\(film)?loop"))
    configuration.camera = .id(id)
    let session = CameraSession(configuration)
    try await session.start()
    #expect(session.state.camera?.id == id)
    for _ in 0..<2 {
      #expect(try await session.flip(duration: .milliseconds(200)).outcome == .done)
      #expect(session.state.camera?.backend == "virtual")
      #expect(try await session.select(id, duration: .milliseconds(200)).outcome == .done)
      #expect(session.state.camera?.name == "a.mp4")
      #expect(session.state.format?.size == PixelSize(width: 320, height: 240))
    }
    let photo = try await session.photo()
    #expect(photo.camera == id)
    await session.stop()
  }

  @Test("A wrong address is a start that fails in words")
  func wrong() async throws {
    var configuration = CameraSession.Configuration()
    configuration.backends = .named([])
    configuration.addresses = ["clip.mp4"]
    let error = await #expect(throws: CaptureError.self) {
      try await CameraSession(configuration).start()
    }
    #expect(error?.code == .invalidRequest && error?.remedy.contains("file:") == true)
    configuration.addresses = ["file:/no/such/file.mp4"]
    let absent = await #expect(throws: CaptureError.self) {
      try await CameraSession(configuration).start()
    }
    #expect(absent?.code == .noSuchCamera)
  }
}
