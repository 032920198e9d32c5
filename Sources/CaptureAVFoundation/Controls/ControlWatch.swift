import AVFoundation
import CaptureCore
import Dispatch
import Foundation
import MediaTypes

/// Sees the settings of a camera change, whoever changes them: this program, other code in it, another
/// program or the system itself (key-value observation by key path).
///
/// *Context*: any thread. The system's calls come on any; each only asks for a reading on a queue of its
/// own, so that no lock is held over the device's, and what is told last is what holds.
final class ControlWatch: Sendable {
  private let device: AVCaptureDevice
  private let tell: @Sendable (CameraControl) -> Void
  private let queue = DispatchQueue(label: "viewfinder.settings.news")
  private let told = Locked<[CameraControl.ID: CameraControl]>([:])
  private let observations = Locked<Observations?>(nil)

  /// Sendable unchecked: made once and only ended.
  private struct Observations: @unchecked Sendable { let values: [NSKeyValueObservation] }

  /// - Parameter tell: called on the queue, with a setting that is not what it was.
  init(_ device: AVCaptureDevice, tell: @escaping @Sendable (CameraControl) -> Void) {
    (self.device, self.tell) = (device, tell)
    let values = DeviceControl.all.flatMap { entry in
      entry.properties.map { $0.observe(device) { [weak self] in self?.note(entry) } }
    }
    let made = Observations(values: values)
    observations.withLock { $0 = made }
    let known = DeviceControl.all.compactMap { $0.read(device) }
    told.withLock { told in for control in known { told[control.id] = told[control.id] ?? control }
    }
  }

  deinit { observations.withLock { $0 }?.values.forEach { $0.invalidate() } }

  /// A setting may have changed.
  func note(_ entry: DeviceControl) {
    queue.async { [weak self] in
      guard let self, let now = entry.read(device) else { return }
      say(now)
    }
  }

  /// A setting that no observation tells of is now this.
  func note(_ control: CameraControl) { queue.async { [weak self] in self?.say(control) } }

  private func say(_ control: CameraControl) {
    let isNew = told.withLock { $0.updateValue(control, forKey: control.id) != control }
    if isNew { tell(control) }
  }
}

extension DeviceControl {
  /// A property of the device that says of its changes.
  struct Property: Sendable {
    /// Calls back on any thread after each change, until the observation is invalidated.
    let observe:
      @Sendable (AVCaptureDevice, @escaping @Sendable () -> Void) -> NSKeyValueObservation

    init<Value>(_ path: any KeyPath<AVCaptureDevice, Value> & Sendable) {
      observe = { device, call in device.observe(path) { _, _ in call() } }
    }
  }
}
