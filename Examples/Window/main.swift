import GTKSupport
import Viewfinder
import ViewfinderGTK

let session = CameraSession()
if let application = Application(id: "org.example.Camera") {
  application.onActivate {
    let button = Button(label: "Flip")
    button.onClicked { Task { try? await session.flip(.flipFromLeft) } }
    button.align(.center, .end)
    let content = Overlay(CameraView(session: session), floating: [button])
    Window(application, title: "Camera", width: 960, height: 600, content: content).present()
    Task { do { try await session.start() } catch { print(error) } }
  }
  _ = application.run()
}
