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

  init(_ application: Application, session: CameraSession, options: AppOptions) {
    model = CameraModel(session: session, transition: options.transition) {
      CameraSession(AppOptions.virtualCameras.configuration)
    }
    view = CameraView(session: session)
    page = ProblemPage { [model] intent in model.send(intent) }
    controls = CameraControls { [model] intent in model.send(intent) }
    content = Stack([("picture", view), ("page", page.widget)])
    toasts = ToastOverlay(Overlay(content, floating: controls.widgets))
    window = Window(application, title: "Viewfinder", width: 960, height: 600, content: toasts)
    report = Report(isOn: options.reports)
    application.forceDark()
    application.addStyleSheet(Style.sheet)
    controls.install(in: window, keysOf: application)
    model.onEvent = { [weak self] event in self?.handle(event) }
    view.onDrawn = { [report] scene, isTurning in report.drawn(scene, isTurning: isTurning) }
    model.start()
  }

  func present() { window.present() }

  private func handle(_ event: CameraModel.Event) {
    switch event {
    case .session(let session): view.show(session)
    case .screen(let screen): show(screen)
    case .message(let text): toasts.show(text, seconds: 6)
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
    controls.show(screen)
  }
}
