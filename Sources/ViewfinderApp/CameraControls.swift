import AppModel
import GTKSupport
import Viewfinder

/// What floats over the picture: the header with the camera menu and the microphone, the movie's
/// clock, and the buttons that record, flip and take a photo.
@MainActor
final class CameraControls {
  /// To be laid over the picture, in this order.
  let widgets: [Widget]

  private let header: HeaderBar
  private let menu = Menu()
  private var listed: [CameraScreen.CameraEntry] = []
  private let menuButton: MenuButton
  private let microphoneButton = Button(icon: Icon.microphone)
  private let clock = Label()
  private let recordButton = Button(icon: Icon.record)
  private let flipButton = Button(icon: "camera-switch-symbolic")
  private let photoButton = Button(icon: "camera-photo-symbolic")
  private let row: Box
  private let flipAction: Action
  private let recordAction: Action
  private let photoAction: Action
  private let muteAction: Action
  private let repairAction: Action
  private let cameraAction: Action

  private enum Icon {
    static let record = "media-record-symbolic"
    static let stop = "media-playback-stop-symbolic"
    static let microphone = "audio-input-microphone-symbolic"
    static let muted = "microphone-disabled-symbolic"
  }

  init(send: @escaping @MainActor (CameraIntent) -> Void) {
    menuButton = MenuButton(icon: "camera-web-symbolic", menu: menu)
    header = HeaderBar(start: [microphoneButton], end: [menuButton])
    row = Box([recordButton, flipButton, photoButton], isVertical: false, spacing: 16)
    flipAction = Action("flip") { send(.flip) }
    recordAction = Action("record") { send(.record) }
    photoAction = Action("photo") { send(.photo) }
    muteAction = Action("mute") { send(.mute) }
    repairAction = Action("repair") { send(.repair) }
    cameraAction = Action("camera", choice: "") { send(.select(CameraID($0))) }
    widgets = [header, clock, row]
    layOut()
    flipButton.onClicked { send(.flip) }
    recordButton.onClicked { send(.record) }
    photoButton.onClicked { send(.photo) }
    microphoneButton.onClicked { send(.mute) }
  }

  /// Makes the actions known to the window, and the keys that ask for them.
  func install(in window: Window, keysOf application: Application) {
    for action in [flipAction, recordAction, photoAction, muteAction, repairAction, cameraAction] {
      window.add(action)
    }
    application.setKeys(["f", "<Control>r"], for: "win.flip")
    application.setKeys(["r"], for: "win.record")
    application.setKeys(["p"], for: "win.photo")
    application.setKeys(["m"], for: "win.mute")
    window.add(Action("fullscreen") { [unowned window] in window.toggleFullscreen() })
    application.setKeys(["F11"], for: "win.fullscreen")
    application.setKeys(["<Control>q", "<Control>w"], for: "window.close")
    window.focus(flipButton)
  }

  /// Makes room in a small window.
  func fit(_ space: WindowSpace) {
    header.isNarrow = space.isNarrow
    row.spacing = space.isSmall ? 6 : 16
    row.setMargins(bottom: space.isSmall ? 8 : 28)
    row.setStyle(WindowSpace.smallStyle, isOn: space.isSmall)
  }

  /// Shows the state of the controls.
  func show(_ screen: CameraScreen) {
    show(screen.flip, on: flipButton, flipAction)
    row.isVisible = screen.flip.isEnabled || screen.record.isOn || screen.content == .picture
    show(screen.record, on: recordButton, recordAction)
    recordButton.setIcon(screen.record.isOn ? Icon.stop : Icon.record)
    show(screen.photo, on: photoButton, photoAction)
    show(screen.microphone, on: microphoneButton, muteAction)
    microphoneButton.setIcon(screen.microphone.isOn ? Icon.microphone : Icon.muted)
    clock.text = screen.clock ?? ""
    clock.isVisible = screen.clock != nil
    header.title = screen.title
    menuButton.isVisible = !screen.cameras.isEmpty
    if screen.cameras != listed { list(screen.cameras) }
    cameraAction.setChoice(screen.selected?.rawValue ?? "")
  }

  private func show(_ shown: CameraScreen.Button, on button: Button, _ action: Action) {
    button.isSensitive = shown.isEnabled
    button.tooltip = shown.hint
    button.setAccessibleLabel(shown.hint)
    action.isEnabled = shown.isEnabled
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
    menuButton.setAccessibleLabel("Choose a camera")
    clock.align(.center, .start)
    clock.setMargins(top: 56)
    clock.addStyle("clock")
    clock.isVisible = false
    row.align(.center, .end)
    row.setMargins(bottom: 28)
    for button in [recordButton, flipButton, photoButton] {
      button.align(.center, .center)
      button.addStyle("circular")
      button.addStyle("osd")
      button.addStyle(button === flipButton ? "flip" : "side")
    }
    recordButton.addStyle("record")
  }
}
