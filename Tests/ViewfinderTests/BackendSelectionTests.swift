import MediaTypes
import Testing

@testable import Viewfinder

@Suite("Back end selection")
struct BackendSelectionTests {
  func names(
    _ selection: BackendSelection, script: String? = nil
  ) throws(CaptureError) -> [String] {
    try selection.make(clock: SystemClock(), virtualScript: script).map(\.name)
  }

  @Test("automatic is PipeWire and V4L2, or the virtual cameras when a script asks for them")
  func automatic() throws {
    #expect(Set(try names(.automatic)) == ["pipewire", "v4l2"])
    #expect(try names(.automatic, script: "") == ["virtual"])
  }

  @Test("PipeWire comes first on a desktop, V4L2 without a display")
  func roads() {
    #expect(BackendSelection.roads(onDesktop: true) == ["pipewire", "v4l2"])
    #expect(BackendSelection.roads(onDesktop: false) == ["v4l2", "pipewire"])
  }

  @Test("names are taken in their order, each once")
  func named() throws {
    #expect(try names(.named(["virtual", "pipewire", "virtual"])) == ["virtual", "pipewire"])
    for name in BackendSelection.knownNames { #expect(try names(.named([name])) == [name]) }
  }

  @Test("an unknown name is refused with the known ones, safe to print")
  func unknown() throws {
    let name = "v\u{1b}[31m" + String(repeating: "x", count: 5000)
    let error = #expect(throws: CaptureError.self) { try names(.named([name])) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.remedy.contains("pipewire, v4l2, virtual") == true)
    #expect(error?.message.contains("\u{1b}") == false)
    #expect((error?.message.count ?? 0) < 100)
  }

  @Test("a script that makes no sense is refused with its own remedy")
  func script() throws {
    let error = #expect(throws: CaptureError.self) { try names(.automatic, script: "explode@2s") }
    #expect(error?.code == .invalidRequest)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("a session tells of a wrong selection at once, and start throws it")
  func session() async throws {
    var configuration = CameraSession.Configuration()
    configuration.backends = .named(["nonsense"])
    let session = CameraSession(configuration)
    #expect(session.state.phase == .failed)
    let error = await #expect(throws: CaptureError.self) { try await session.start() }
    #expect(session.state.problem == error)
    await session.stop()
  }
}
