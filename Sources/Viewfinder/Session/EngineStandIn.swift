// Until CaptureCore has its engine.
public import CaptureCore
import MediaTypes

/// What an engine is to show.
public struct CaptureSettings: Hashable, Sendable {
  /// The camera to begin with.
  public var choice = CameraChoice.automatic
  /// The size and rate to ask of every camera.
  public var wish = FormatWish()
}

actor CaptureEngine {
  init(
    backends: [any CaptureBackend], clock: any MediaClock, router: FrameRouter,
    settings: CaptureSettings, observer: any CaptureObserver
  ) {}

  func start() async throws(CaptureError) {
    throw CaptureError(.noCamera, "There is no engine yet.")
  }
  func stop() async {}
  func flip() async throws(CaptureError) -> FlipReport {
    throw CaptureError(.noCamera, "There is no engine yet.")
  }
  func select(_ choice: CameraChoice) async throws(CaptureError) -> FlipReport {
    throw CaptureError(.noCamera, "There is no engine yet.")
  }
}
