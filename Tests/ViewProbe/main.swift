// A window with a camera's view, for what a program may do with the view besides showing it. The key U takes it
// out of the window and puts it back, H hides it and shows it again, S shows another session, I lays another session's
// front camera over it, D lets go of it.
import GTKSupport
import Glibc
import Viewfinder
import ViewfinderGTK

var configuration = CameraSession.Configuration()
configuration.backends = .named(["virtual"])
let first = CameraSession(configuration)
configuration.camera = .position(.front)
let second = CameraSession(configuration)

@MainActor
private func say(_ line: String) {
  print(line)
  fflush(nil)
}

guard let application = Application(id: "org.viewfinder.ViewProbe") else {
  print("no display")
  exit(1)
}
application.onActivate {
  var view: CameraView? = CameraView(session: first)
  let overlay = Overlay(Label("nothing"))
  var drawn = 0
  view?.onDrawn = { scene, _ in
    if !scene.patches.isEmpty { drawn += 1 }
    if drawn == 1 { say("drawn") }
  }
  view?.onFailure = { say("failed \($0)") }
  let window = Window(application, title: "ViewProbe", width: 640, height: 400, content: overlay)
  if let view { overlay.add(view) }
  let actions: [(String, String, @MainActor () -> Void)] = [
    (
      "again", "u",
      {
        guard let view else { return }
        overlay.remove(view)
        overlay.add(view)
        drawn = 0
      }
    ),
    (
      "hide", "h",
      {
        view?.isVisible.toggle()
        drawn = 0
      }
    ),
    (
      "session", "s",
      {
        view?.show(second)
        drawn = 0
        Task { try? await second.start() }
      }
    ),
    (
      "inset", "i",
      {
        view?.insets = [PictureInPicture(second, x: 0.02, y: 0.1, width: 0.4, height: 0.4)]
        Task { try? await second.start() }
      }
    ),
    (
      "drop", "d",
      {
        if let view { overlay.remove(view) }
        view?.onDrawn = nil
        weak var held: CameraView?
        held = view
        view = nil
        say("gone \(held == nil)")
      }
    ),
  ]
  for (name, key, action) in actions {
    window.add(Action(name, action))
    application.setKeys([key], for: "win.\(name)")
  }
  Task { try? await first.start() }
  window.present()
}
exit(application.run())
