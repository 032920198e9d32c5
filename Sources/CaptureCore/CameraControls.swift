public import MediaTypes

/// The port through which a camera's settings are read and changed, for back ends that have them.
///
/// Independent of streaming: a camera can be set while this program, another or none streams from it.
///
/// *Context*: any thread or task; nothing blocks the caller.
public protocol CameraControls: Sendable {
  /// The settings that a camera has, in a stable order.
  ///
  /// - Throws: `CaptureError` when the camera is gone or may not be opened.
  func controls(of camera: CameraID) async throws(CaptureError) -> [CameraControl]

  /// Changes a setting.
  ///
  /// - Returns: the setting as it is now; a camera may take another value than the wished one.
  /// - Throws: `CaptureError`: `invalidRequest` for a setting that the camera has not or a value that
  ///   it does not take; `busy` while an automatic has the setting.
  func set(
    _ control: CameraControl.ID, to value: Int, of camera: CameraID
  ) async throws(CaptureError) -> CameraControl

  /// Changes that anybody makes, also another program or the camera itself, from now on.
  ///
  /// The stream ends when the camera is gone. Each change is told once; the latest 64 are kept for a
  /// reader that is slow.
  func controlChanges(of camera: CameraID) -> AsyncStream<CameraControl>
}
