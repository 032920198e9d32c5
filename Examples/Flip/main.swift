// The flip: a preview that fills the window, and one button. A tap turns the whole view over to the
// other camera, from the left, in 1.0 s. The first argument chooses another transition, and so do the keys
// 1 to 8: flips from left, right, top and bottom, page curl up and down, cross dissolve, none.
import GTKSupport
import Glibc
import Viewfinder
import ViewfinderGTK

let words = CommandLine.arguments.dropFirst()
var transition = words.first.flatMap { Transition(rawValue: $0) } ?? .flipFromLeft
var configuration = CameraSession.Configuration()
configuration.camera = .position(.back)
if words.contains("--virtual") { configuration.backends = .named(["virtual"]) }
let session = CameraSession(configuration)

guard let application = Application(id: "org.viewfinder.Flip") else {
  print("There is no display.")
  exit(1)
}
application.onActivate {
  let view = CameraView(session: session, gravity: .aspectFill)
  let button = Button(label: "Reverse Camera Position")
  button.addStyle("osd")
  button.align(.center, .center)
  button.isSensitive = false
  let window = Window(
    application, title: "Flip", width: 960, height: 600,
    content: Overlay(view, floating: [button]))
  for (index, choice) in Transition.allCases.enumerated() {
    window.add(Action("style\(index)") { transition = choice })
    application.setKeys(["\(index + 1)"], for: "win.style\(index)")
  }
  button.onClicked {
    Task {
      do { try await session.flip(transition) } catch { print(error) }
    }
  }
  Task {
    for await state in session.states() {
      button.isSensitive = state.canFlip && state.phase == .running
      button.tooltip = state.flipHint
    }
  }
  Task {
    do { try await session.start() } catch { print(error) }
  }
  window.present()
}
exit(application.run())
