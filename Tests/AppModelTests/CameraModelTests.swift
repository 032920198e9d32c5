import AppModel
import CaptureVirtual
import Foundation
import MediaTypes
import Testing
import Viewfinder

@Suite("What a person asks of the window, and what comes of it", .timeLimit(.minutes(2)))
@MainActor
struct CameraModelTests {
  /// A model of virtual cameras, and what it says, in order.
  private final class Listener {
    let model: CameraModel
    private let events: AsyncStream<CameraModel.Event>

    @MainActor
    init(
      script: String = "", backends: BackendSelection = .named(["virtual"]),
      patience: MediaTime = .seconds(30), home: String? = nil
    ) {
      var configuration = CameraSession.Configuration()
      configuration.backends = backends
      configuration.virtualScript = script
      configuration.settings.firstFrameTimeout = patience
      var style = FlipWish()
      style.transition = .none
      let folders = home.map { UserFolders(home: $0) }
      model = CameraModel(session: CameraSession(configuration), style: style, folders: folders) {
        CameraSession(AppOptions.virtualCameras.configuration)
      }
      let (events, continuation) = AsyncStream.makeStream(of: CameraModel.Event.self)
      self.events = events
      model.onEvent = { continuation.yield($0) }
      model.start()
    }

    /// The first thing said from now on that fits.
    @MainActor
    func next<Value>(_ fits: (CameraModel.Event) -> Value?) async -> Value? {
      for await event in events {
        if let value = fits(event) { return value }
      }
      return nil
    }

    @MainActor
    func picture(of camera: VirtualCamera) async -> CameraScreen? {
      await next { event in
        guard case .screen(let screen) = event, screen.content == .picture,
          screen.selected == camera.id
        else { return nil }
        return screen
      }
    }
  }

  @Test("what happens by itself is said in a message")
  func events() async {
    let listener = Listener(script: "back.unplug@300ms")
    let text = await listener.next { event in
      if case .message(let text) = event { text } else { nil }
    }
    #expect(text == "Virtual Front Camera is shown in place of Virtual Back Camera.")
    await listener.model.stop()
  }

  @Test("a swipe flips too")
  func swipe() async {
    let listener = Listener()
    #expect(await listener.picture(of: .back) != nil)
    listener.model.send(.swipe(.left))
    #expect(await listener.picture(of: .front) != nil)
    await listener.model.stop()
  }

  @Test("photos in quick succession are all kept")
  func photos() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let listener = Listener(home: home.path)
    #expect(await listener.picture(of: .back) != nil)
    for _ in 0..<3 { listener.model.send(.photo) }
    var paths: Set<String> = []
    for _ in 0..<3 {
      let said = await listener.next { event in
        switch event {
        case .saved(let path): path
        case .message(let text): text
        default: nil
        }
      }
      paths.insert(said ?? "")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path + "/Pictures")
    #expect(Set(names.map { "\(home.path)/Pictures/\($0)" }) == paths && paths.count == 3)
    await listener.model.stop()
  }

  @Test("it starts, flips, goes to a chosen camera, and stops")
  func flips() async {
    let listener = Listener()
    let screen = await listener.picture(of: .back)
    #expect(screen?.cameras.map(\.id) == [VirtualCamera.back.id, VirtualCamera.front.id])
    #expect(screen?.flip.isEnabled == true)
    listener.model.send(.flip)
    #expect(await listener.picture(of: .front) != nil)
    listener.model.send(.select(VirtualCamera.back.id))
    #expect(await listener.picture(of: .back) != nil)
    await listener.model.stop()
  }

  @Test("a flip to a camera that never starts ends in a message, and the old camera stays")
  func rolledBack() async {
    let listener = Listener(script: "front.nostart", patience: .seconds(2))
    #expect(await listener.picture(of: .back) != nil)
    listener.model.send(.flip)
    let text = await listener.next { event -> String? in
      if case .message(let text) = event { text } else { nil }
    }
    #expect(text?.hasPrefix("Not switched: Virtual Front Camera") == true)
    await listener.model.stop()
  }

  @Test("a camera that is not there is answered by a message")
  func unknown() async {
    let listener = Listener()
    #expect(await listener.picture(of: .back) != nil)
    listener.model.send(.select(CameraID("nobody")))
    let text = await listener.next { event -> String? in
      if case .message(let text) = event { text } else { nil }
    }
    #expect(text?.isEmpty == false)
    await listener.model.stop()
  }

  @Test("with no camera there is a page, and the virtual ones can be had from it")
  func virtualCameras() async {
    let listener = Listener(backends: .custom([VirtualBackend(clock: SystemClock(), cameras: [])]))
    let page = await listener.next { event -> Page? in
      guard case .screen(let screen) = event, case .page(let page) = screen.content,
        page.kind == .noCamera
      else { return nil }
      return page
    }
    #expect(page?.offers == [.retry, .useVirtualCameras])
    listener.model.send(.useVirtualCameras)
    #expect(await listener.picture(of: .back) != nil)
    await listener.model.stop()
  }
}
