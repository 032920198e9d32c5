public import CaptureCore
public import MediaTypes

/// Cameras that PipeWire offers.
public final class PipeWireBackend: CaptureBackend {
  /// `pipewire`.
  public let name = "pipewire"

  /// Makes a back end; nothing is connected before the first use.
  ///
  /// - Parameters:
  ///   - clock: for the time between two attempts to reach the daemon, and for frames without time.
  ///   - remote: the daemon's name, or the full path of its socket; nil for the session's own.
  public init(clock: any MediaClock, remote: String? = nil) {}

  /// The cameras at this moment and after each change.
  public func deviceLists() -> AsyncStream<DeviceList> {
    AsyncStream { $0.yield(DeviceList()) }
  }

  /// Opens a camera.
  public func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    throw CaptureError(.noSuchCamera, "There is no camera \(camera).")
  }
}
