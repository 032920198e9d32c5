import CaptureCore
import MediaTypes

/// The settings that this program has made, put back when a camera is opened again.
///
/// A camera keeps its settings as long as it has power, but some forget them at each start of the
/// pictures and all do when they are unplugged. Values that another program set while this one did not
/// stream give way to this program's own; those that it set meanwhile are taken over.
///
/// *Context*: any thread; blocks for as long as the driver takes.
final class ControlMemory: Sendable {
  private let values = Locked<[CameraID: [CameraControl.ID: Int]]>([:])

  /// Never put back: a lamp must not light by itself, and where a camera looks is moved by motors.
  static let forgotten: Set<CameraControl.ID> = [.torch, .pan, .tilt, .privacy]

  /// A setting was made.
  func remember(_ control: CameraControl, of camera: CameraID) {
    guard let value = control.value, !Self.forgotten.contains(control.id) else { return }
    values.withLock { $0[camera, default: [:]][control.id] = value }
  }

  /// Sets a camera that has just been opened as it was; what it refuses now stays as it is.
  ///
  /// Automatics come before what they rule over (`KnownControls.all`), which is left alone while they
  /// are on.
  func restore(_ camera: CameraID, on node: VideoNode) {
    for (entry, value) in remembered(of: camera) {
      guard let now = node.control(entry), now.value != value, !now.isInactive,
        (try? now.check(value)) != nil
      else { continue }
      try? node.set(entry, to: value)
    }
  }

  /// Reads what has become of a camera's settings, before it is let go.
  func update(_ camera: CameraID, from node: VideoNode) {
    for (entry, _) in remembered(of: camera) {
      if let now = node.control(entry) { remember(now, of: camera) }
    }
  }

  private func remembered(of camera: CameraID) -> [(KnownControls.Entry, Int)] {
    guard let known = values.withLock({ $0[camera] }) else { return [] }
    return KnownControls.all.compactMap { entry in known[entry.id].map { (entry, $0) } }
  }
}
