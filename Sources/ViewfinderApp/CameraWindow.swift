import AppModel
import GTKSupport
import Viewfinder
import ViewfinderGTK

/// The window: the camera's picture to all its edges, controls that float over it, and a page in its
/// place when there is no picture.
@MainActor
final class CameraWindow {
  private let model: CameraModel
  private let view: CameraView
  private let page: ProblemPage
  private let content: Stack
  private let controls: CameraControls
  private let toasts: ToastOverlay
  private let window: Window
  private let report: Report
  private var closing = Closing.notAsked
  private var space: WindowSpace

  private enum Closing { case notAsked, finishing, finished }

  init(_ application: Application, session: CameraSession, options: AppOptions) {
    model = CameraModel(session: session, style: options.style) {
      CameraSession(AppOptions.virtualCameras.configuration)
    }
    view = CameraView(session: session)
    page = ProblemPage { [model] intent in model.send(intent) }
    controls = CameraControls { [model] intent in model.send(intent) }
    content = Stack([("picture", view), ("page", page.widget)])
    // The controls lie over the messages: the margin below a message would take their clicks.
    toasts = ToastOverlay(content)
    window = Window(
      application, title: "Viewfinder", width: options.windowSize.width,
      height: options.windowSize.height, content: Overlay(toasts, floating: controls.widgets))
    report = Report(isOn: options.reports)
    space = WindowSpace(options.windowSize)
    application.forceDark()
    application.addStyleSheet(Style.sheet)
    controls.install(in: window, keysOf: application)
    fit()
    window.onCloseRequest { [weak self] in self?.closeRequested() ?? true }
    model.onEvent = { [weak self] event in self?.handle(event) }
    listenToFingers()
    view.onDrawn = { [weak self] scene, isTurning in self?.drawn(scene, isTurning: isTurning) }
    view.onFailure = { [report] reason in report.failed(reason) }
    model.start()
  }

  func present() { window.present() }

  private func drawn(_ scene: Scene, isTurning: Bool) {
    report.drawn(scene, isTurning: isTurning)
    let scale = max(1, view.scaleFactor)
    let shown = WindowSpace(
      PixelSize(width: scene.viewport.width / scale, height: scene.viewport.height / scale))
    guard shown != space else { return }
    space = shown
    // Not while it is drawn.
    Task { [weak self] in self?.fit() }
  }

  private func fit() {
    controls.fit(space)
    toasts.setStyle(WindowSpace.smallStyle, isOn: space.isSmall)
  }

  /// Says something over the buttons, for as long as it takes to read it, or until somebody answers.
  private func say(_ text: String, button: (label: String, action: String)? = nil) {
    toasts.show(
      text, lines: space.messageLines, columns: space.messageColumns,
      seconds: button == nil ? max(6, text.count / 15) : 0, button: button)
  }

  /// A tap of a finger or a double click turns the view over, and so does a swipe, in its direction.
  private func listenToFingers() {
    view.onTap { [model] count, isTouch in
      if count == (isTouch ? 1 : 2) { model.send(.flip) }
    }
    view.onSwipe { [model] velocity in
      if let direction = SwipeDirection(velocity: velocity) { model.send(.swipe(direction)) }
    }
  }

  /// Asks it to close, as its button does.
  func close() { window.close() }

  /// A movie that is being recorded is finished before the window goes.
  private func closeRequested() -> Bool {
    switch closing {
    case .notAsked where !model.isRecording, .finished: return true
    case .finishing: return false
    case .notAsked:
      closing = .finishing
      Task {
        await model.stop()
        closing = .finished
        window.close()
      }
      return false
    }
  }

  private func handle(_ event: CameraModel.Event) {
    switch event {
    case .session(let session): view.show(session)
    case .screen(let screen): show(screen)
    case .message(let text): say(text)
    case .saved(let path): say("Saved: \(path)")
    case .leftOvers(let count):
      let recordings = count == 1 ? "1 recording was" : "\(count) recordings were"
      say("\(recordings) not finished", button: ("Finish", "win.repair"))
    case .flipEnded: break
    }
    report.event(event)
  }

  private func show(_ screen: CameraScreen) {
    switch screen.content {
    case .picture: content.show("picture")
    case .page(let shown):
      page.show(shown)
      content.show("page")
    }
    view.describe(screen.pictureDescription)
    controls.show(screen)
  }
}
