// The GPU preview: the front camera in a portrait view, mirrored, the whole picture kept with a
// clear colour around it. A frame that arrives while one is being drawn replaces the one that waits.
import GTKSupport
import Glibc
import Viewfinder
import ViewfinderGTK

var configuration = CameraSession.Configuration()
configuration.camera = .position(.front)
if CommandLine.arguments.contains("--virtual") { configuration.backends = .named(["virtual"]) }
let session = CameraSession(configuration)

guard let application = Application(id: "org.viewfinder.GPUPreview") else {
  print("There is no display.")
  exit(1)
}
application.onActivate {
  let view = CameraView(session: session, gravity: .aspectFit, mirroring: .on)
  view.background = SceneColor(red: 0.16, green: 0.20, blue: 0.26)
  Window(application, title: "GPU Preview", width: 450, height: 720, content: view).present()
  Task {
    do { try await session.start() } catch { print(error) }
  }
}
exit(application.run())
