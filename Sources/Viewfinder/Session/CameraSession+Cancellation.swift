import CaptureCore
package import MediaTypes

// For programs that lead a session through virtual time.
extension CameraSession {
  /// Starts; when the task is cancelled meanwhile, stops again.
  package func startOrStop() async throws {
    try await withTaskCancellationHandler {
      try await start()
    } onCancel: {
      Task { await stop() }
    }
  }

  /// Suspends until those who read frame streams wait for the next frame.
  ///
  /// - Parameter limit: the longest, in real time.
  package func framesRead(within limit: MediaTime) async {
    await hub.router.readersCaughtUp(within: limit, on: SystemClock())
  }
}
