public import CaptureCore
import Dispatch
public import MediaTypes
import SystemThreads

/// Cameras of iPhone, iPad and Mac, by AVFoundation.
///
/// One capture session runs all cameras, several at once where the device can; a flip changes it in one
/// configuration. Frames are the system's own pixel buffers, not copies. Sound is a session of its own.
/// The program needs `NSCameraUsageDescription` in its Info.plist, or the system ends it when it asks.
///
/// *Context*: any thread; nothing blocks the caller.
public final class AVFoundationBackend: CaptureBackend {
  let session: VideoSession
  let watch: CameraWatch
  /// Where cameras' settings are changed, which may block.
  let changes = DispatchQueue(label: "viewfinder.settings")
  let listeners = ControlListeners()
  let memory = SettingsMemory()
  private let clock: any MediaClock

  /// Makes the back end; no camera is touched, and nobody is asked, before one is opened.
  ///
  /// - Parameter clock: must show the host's time (`mach_absolute_time`).
  public init(clock: any MediaClock) {
    self.clock = clock
    let news = News()
    let watch = CameraWatch { [listeners] camera in
      news.session?.send(.unplugged(camera))
      listeners.end(camera)
    }
    session = VideoSession(clock: clock) { [weak watch] reason in watch?.obstruct(reason) }
    self.watch = watch
    news.session = session
  }

  /// Whether there is any camera, plugged in or built in; a simulator has none.
  ///
  /// *Context*: any thread; the first call in a process can take some milliseconds.
  public static var hasCameras: Bool { CameraWatch.hasCameras }

  /// `avfoundation`.
  public var name: String { Self.backendName }

  static let backendName = "avfoundation"

  /// Lists of the cameras; see `CaptureBackend`. Nobody is asked for permission by this; when it has been
  /// refused the list is empty and says where to give it.
  public func deviceLists() -> AsyncStream<DeviceList> { watch.lists() }

  /// Opens a camera and puts it into the session, asking the person for permission if nobody has; see
  /// `CaptureBackend`.
  ///
  /// - Throws: `CaptureError`: `notPermitted`, `noSuchCamera`, `busy`, `unsupportedFormat`,
  ///   `serviceUnavailable` or `deviceFailed`. What ran before runs on then.
  public func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    do throws(CaptureError) {
      try await Permission.ask(for: .camera)
      let found = try await watch.camera(camera)
      let stream = try await AVFoundationStream.open(
        found, format: format, in: session, clock: clock)
      await changes.perform { [memory] in memory.putBack(on: found) }
      return stream
    } catch {
      if error.code == .notPermitted { watch.refresh() }
      throw error
    }
  }
}

/// Joins the watch, which is made first, with the session.
///
/// Sendable unchecked: set once, before anything is watched.
private final class News: @unchecked Sendable {
  weak var session: VideoSession?
}
