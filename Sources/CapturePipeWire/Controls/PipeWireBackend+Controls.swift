public import CaptureCore
public import MediaTypes

/// The settings that a camera's node offers: those of V4L2 by the kernel's names, and others by the words
/// that the node has for them. A number with a fraction is counted in thousandths.
///
/// Not put back by this back end when the camera is opened again; see `Documentation/Controls.md`.
extension PipeWireBackend: CameraControls {
  /// The settings of a camera; none for one that offers none. See `CameraControls`.
  public func controls(of camera: CameraID) async throws(CaptureError) -> [CameraControl] {
    guard let thread = startedThread() else { throw Fault.noLoop }
    return try await thread.ask { $0.settings(of: camera, .list($1)) }.get()
  }

  /// Changes a setting; see `CameraControls`. A camera that does not tell what it made of it within
  /// 3 seconds is taken to have kept what it had.
  public func set(
    _ control: CameraControl.ID, to value: Int, of camera: CameraID
  ) async throws(CaptureError) -> CameraControl {
    guard let thread = startedThread() else { throw Fault.noLoop }
    let changed = try await thread.ask { $0.settings(of: camera, .set(control, value, $1)) }.get()
    guard let changed = changed.first else { throw Fault.noAnswer }
    return changed
  }

  /// Changes that anybody makes; see `CameraControls`.
  public func controlChanges(of camera: CameraID) -> AsyncStream<CameraControl> {
    let (changes, watcher) = AsyncStream.makeStream(
      of: CameraControl.self, bufferingPolicy: .bufferingNewest(64))
    guard let thread = startedThread() else {
      watcher.finish()
      return changes
    }
    let id = newSubscription()
    watcher.afterEnd { thread.post { $0.endSettings(id) } }
    thread.post { $0.settings(of: camera, .watch(watcher), as: id) }
    return changes
  }
}
