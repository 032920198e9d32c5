import AppModel
import GTKSupport
import Viewfinder

/// What floats over the picture: the header with the camera menu, and the flip button.
@MainActor
final class CameraControls {
  /// To be laid over the picture, in this order.
  let widgets: [Widget]

  private let header: HeaderBar
  private let menu = Menu()
  private var listed: [CameraScreen.CameraEntry] = []
  private let menuButton: MenuButton
  private let flipButton = Button(icon: "camera-switch-symbolic")
  private let flipAction: Action
  private let cameraAction: Action

  init(send: @escaping @MainActor (CameraIntent) -> Void) {
    menuButton = MenuButton(icon: "camera-web-symbolic", menu: menu)
    header = HeaderBar(end: [menuButton])
    flipAction = Action("flip") { send(.flip) }
    cameraAction = Action("camera", choice: "") { send(.select(CameraID($0))) }
    widgets = [header, flipButton]
    layOut()
    flipButton.onClicked { send(.flip) }
  }

  /// Makes the actions known to the window, and the keys that ask for them.
  func install(in window: Window, keysOf application: Application) {
    window.add(flipAction)
    window.add(cameraAction)
    application.setKeys(["f", "<Control>r"], for: "win.flip")
    application.setKeys(["<Control>q", "<Control>w"], for: "window.close")
    window.focus(flipButton)
  }

  /// Shows the state of the controls.
  func show(_ screen: CameraScreen) {
    flipButton.isSensitive = screen.flip.isEnabled
    flipButton.isVisible = screen.flip.isEnabled || screen.content == .picture
    flipButton.tooltip = screen.flip.hint
    flipAction.isEnabled = screen.flip.isEnabled
    header.title = screen.title
    menuButton.isVisible = !screen.cameras.isEmpty
    if screen.cameras != listed { list(screen.cameras) }
    cameraAction.setChoice(screen.selected?.rawValue ?? "")
  }

  // Only when it changes: a menu that is open would close.
  private func list(_ cameras: [CameraScreen.CameraEntry]) {
    listed = cameras
    let lines = cameras.map {
      Menu.Item(label: $0.title, action: "win.camera", target: $0.id.rawValue)
    }
    menu.set(sections: [(heading: "Camera", items: lines)])
  }

  private func layOut() {
    header.align(.fill, .start)
    header.addStyle("floating")
    menuButton.tooltip = "Choose a camera"
    menuButton.setAccessibleLabel("Camera")
    flipButton.align(.center, .end)
    flipButton.setMargins(bottom: 28)
    flipButton.addStyle("circular")
    flipButton.addStyle("osd")
    flipButton.addStyle("flip")
    flipButton.setAccessibleLabel("Switch to the other camera")
  }
}
