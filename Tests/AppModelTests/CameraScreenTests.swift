import AppModel
import Testing

@testable import Viewfinder

@Suite("What the window shows for each state of the session")
struct CameraScreenTests {
  static func camera(_ id: String, name: String = "Camera") -> CameraDevice {
    CameraDevice(
      id: CameraID(id), name: name, backend: "test", position: .unknown, formats: [],
      concurrency: .unknown)
  }

  static func state(
    _ phase: SessionState.Phase, cameras: [CameraDevice] = [], problem: CaptureError? = nil
  ) -> SessionState {
    var state = SessionState()
    state.phase = phase
    state.cameras = cameras
    state.camera = cameras.first
    state.problem = problem
    return state
  }

  private let two = [camera("a", name: "Front"), camera("b", name: "Back")]

  @Test(
    "a picture while frames come, flipping or not",
    arguments: [SessionState.Phase.running, .flipping])
  func picture(phase: SessionState.Phase) {
    let screen = CameraScreen(Self.state(phase, cameras: two))
    #expect(screen.content == .picture)
    #expect(screen.flip.isEnabled)
    #expect(screen.selected == CameraID("a") && screen.title == "Front")
  }

  @Test(
    "in every phase without a picture there is a page with words",
    arguments: SessionState.Phase.allCases)
  func words(phase: SessionState.Phase) {
    guard case .page(let page) = CameraScreen(Self.state(phase)).content else {
      #expect(phase == .running || phase == .flipping)
      return
    }
    #expect(!page.title.isEmpty)
  }

  @Test(
    "each kind of problem has its page",
    arguments: [
      (CaptureError.Code.noCamera, Page.Kind.noCamera), (.noSuchCamera, .noCamera),
      (.notPermitted, .permission), (.busy, .busy), (.serviceUnavailable, .service),
      (.unplugged, .unplugged), (.ended, .ended), (.noFrames, .failed), (.startFailed, .failed),
      (.deviceFailed, .failed),
    ])
  func problems(code: CaptureError.Code, kind: Page.Kind) {
    let problem = CaptureError(code, "What happened.", remedy: "What to do.")
    guard
      case .page(let page) = CameraScreen(Self.state(.failed, problem: problem)).content
    else {
      Issue.record("no page for \(code)")
      return
    }
    #expect(page.kind == kind)
    #expect(page.text == "What happened. What to do.")
    #expect(page.offers.first == .retry)
    #expect(page.offers.contains(.useVirtualCameras) == [.noCamera, .service].contains(kind))
  }

  @Test("while the session waits for its camera there is nothing to try again")
  func waiting() {
    for code in [CaptureError.Code.unplugged, .noFrames, .serviceUnavailable] {
      let problem = CaptureError(code, "Gone.")
      guard
        case .page(let page) = CameraScreen(Self.state(.interrupted, problem: problem)).content
      else {
        Issue.record("no page for \(code)")
        continue
      }
      #expect(page.offers == (code == .serviceUnavailable ? [.useVirtualCameras] : []))
    }
  }

  @Test("a movie that has ended can be shown again")
  func ended() {
    let problem = CaptureError(.ended, "It is over.")
    guard case .page(let page) = CameraScreen(Self.state(.interrupted, problem: problem)).content
    else {
      Issue.record("no page")
      return
    }
    #expect(page.kind == .ended && page.offers == [.retry])
  }

  @Test("a failure without a reason still has a page")
  func unexplained() {
    guard case .page(let page) = CameraScreen(Self.state(.failed)).content else {
      Issue.record("no page")
      return
    }
    #expect(page.kind == .failed && !page.text.isEmpty)
  }

  @Test("a flip button that cannot be used says why")
  func disabled() {
    let one = CameraScreen(Self.state(.running, cameras: [Self.camera("a")]))
    #expect(!one.flip.isEnabled)
    #expect(one.flip.hint.contains("only one camera"))
    let none = CameraScreen(Self.state(.idle))
    #expect(!none.flip.isEnabled && !none.flip.hint.isEmpty)
  }

  @Test("cameras of one name are told apart, in the session's order")
  func names() {
    let cameras = [
      Self.camera("a", name: "Webcam"), Self.camera("b", name: "Webcam"),
      Self.camera("c", name: "<b>_x</b>"), Self.camera("d", name: "Webcam"),
    ]
    let screen = CameraScreen(Self.state(.running, cameras: cameras))
    #expect(screen.cameras.map(\.title) == ["Webcam", "Webcam (2)", "<b>_x</b>", "Webcam (3)"])
    #expect(screen.cameras.map(\.id.rawValue) == ["a", "b", "c", "d"])
  }
}
