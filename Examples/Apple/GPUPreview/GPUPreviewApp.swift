// The GPU preview on iPhone, iPad and Mac: the front camera, portrait and mirrored, the whole picture kept
// with a clear colour around it. Frames are the camera's own memory, drawn without a copy when the screen
// wants one; a frame that arrives while one is being drawn replaces the one that waits. The Info.plist
// needs NSCameraUsageDescription.
import SwiftUI
import Viewfinder
import ViewfinderUI

@main
struct GPUPreviewApp: App {
  var body: some SwiftUI.Scene { WindowGroup { GPUPreview() } }
}

struct GPUPreview: View {
  @State private var session = GPUPreview.makeSession()
  @State private var trouble = ""

  var body: some View {
    ZStack(alignment: .bottom) {
      CameraView(session, gravity: .aspectFit, mirroring: .on, background: Self.clear)
        .ignoresSafeArea()
      Text(trouble).foregroundStyle(.white)
    }
    .task { do { try await session.start() } catch { trouble = "\(error)" } }
  }

  private static let clear = SceneColor(red: 0.16, green: 0.20, blue: 0.26)

  private static func makeSession() -> CameraSession {
    var configuration = CameraSession.Configuration()
    configuration.camera = .position(.front)
    return CameraSession(configuration)
  }
}
