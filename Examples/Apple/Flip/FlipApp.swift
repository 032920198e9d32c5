// The flip on iPhone, iPad and Mac: a preview that fills the screen and records while it shows, and one
// button in its centre. A tap turns the whole view over to the other camera, from the left, in 1.0 s; the
// recording goes on. The Info.plist needs NSCameraUsageDescription and NSMicrophoneUsageDescription.
import Foundation
import SwiftUI
import ViewfinderUI
import Viewfinder

@main
struct FlipApp: App {
  var body: some SwiftUI.Scene { WindowGroup { FlipView() } }
}

struct FlipView: View {
  @State private var session = FlipView.makeSession()
  @State private var state = SessionState()
  @State private var trouble = ""

  var body: some View {
    ZStack {
      CameraView(session, gravity: .aspectFill, transition: .flipFromLeft).ignoresSafeArea()
      VStack(spacing: 12) {
        Button("Reverse Camera Position") { flip() }
          .disabled(!(state.canFlip && state.phase == .running))
          .padding(12).foregroundStyle(.white)
          .background(.ultraThinMaterial, in: Capsule())
        Text(trouble).foregroundStyle(.white)
      }
    }
    .task { for await state in session.states() { self.state = state } }
    .task { await run() }
  }

  private static func makeSession() -> CameraSession {
    var configuration = CameraSession.Configuration()
    configuration.camera = .position(.back)
    configuration.microphone = .automatic
    return CameraSession(configuration)
  }

  private func run() async {
    do {
      try await session.start()
      let name = "Flip-\(Int(Date().timeIntervalSince1970)).mp4"
      let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      _ = try await session.record(to: folder.appending(path: name).path)
    } catch { trouble = "\(error)" }
  }

  private func flip() {
    Task { do { try await session.flip() } catch { trouble = "\(error)" } }
  }
}
