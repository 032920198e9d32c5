import SwiftUI
import Viewfinder
import ViewfinderUI

/// The picture over the whole screen, and three buttons: photo, movie, flip.
struct CameraScreen: View {
  @State private var session = CameraScreen.makeSession()
  @State private var state = SessionState()
  @State private var recording: Recording?
  @State private var message = ""

  var body: some View {
    ZStack(alignment: .bottom) {
      CameraView(session).ignoresSafeArea()
      VStack(spacing: 16) {
        Text(state.problem?.description ?? message).foregroundStyle(.white)
        HStack(spacing: 32) {
          Button("Photo", systemImage: "camera") { photo() }
          Button(
            recording == nil ? "Record" : "Stop",
            systemImage: recording == nil ? "record.circle" : "stop.circle"
          ) { record() }
          Button("Flip", systemImage: "arrow.triangle.2.circlepath.camera") { flip() }
            .disabled(!state.canFlip)
        }
        .disabled(state.phase != .running && state.phase != .flipping)
        .padding(16)
        .background(.ultraThinMaterial, in: Capsule())
      }
      .padding()
    }
    .task { for await state in session.states() { self.state = state } }
    .task { await attempt { try await session.start() } }
  }

  private static func makeSession() -> CameraSession {
    var configuration = CameraSession.Configuration()
    configuration.camera = .position(.back)
    configuration.microphone = .automatic
    return CameraSession(configuration)
  }

  private func flip() {
    Task { await attempt { try await session.flip() } }
  }

  private func photo() {
    Task {
      await attempt {
        let path = AppFiles.path("photo", ending: "jpg")
        try await session.photo(to: path)
        message = "Saved \(AppFiles.name(path))"
      }
    }
  }

  private func record() {
    Task {
      await attempt {
        guard let running = recording else {
          recording = try await session.record(to: AppFiles.path("movie", ending: "mp4"))
          message = "Recording; it goes on while you flip."
          return
        }
        recording = nil
        _ = try await running.stop()
        message = "Saved \(AppFiles.name(running.path))"
      }
    }
  }

  /// Says what went wrong; the errors' words are for people.
  private func attempt(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      message = "\(error)"
    }
  }
}
