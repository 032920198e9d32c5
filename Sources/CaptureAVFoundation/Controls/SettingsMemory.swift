import CaptureCore
import MediaTypes

/// The settings that were made here, for each camera, to be put back when it is opened again: the system
/// resets some when a mode is set. A lamp does not light by itself, so the torch is not among them.
final class SettingsMemory: Sendable {
  private let values = Locked<[CameraID: [CameraControl.ID: Int]]>([:])

  func remember(_ control: CameraControl, of camera: CameraID) {
    guard control.id != .torch, let value = control.value else { return }
    values.withLock { $0[camera, default: [:]][control.id] = value }
  }

  /// Puts everything back: automatics stand before what they rule over.
  ///
  /// *Context*: a queue on which a device's lock may block.
  func putBack(on found: FoundCamera) {
    let wished = values.withLock { $0[found.camera.id] ?? [:] }
    guard !wished.isEmpty else { return }
    // What a camera refuses stays as it is: it is no reason not to show a picture.
    try? found.device.configure { device in
      for entry in DeviceControl.all {
        guard let value = wished[entry.id], let now = entry.read(device), !now.isInactive,
          now.value != value, now.range.contains(value)
        else { continue }
        entry.write(device, value)
      }
    }
  }
}
