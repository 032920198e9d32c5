import AVFoundation
public import CaptureCore
import Dispatch
import Foundation
public import MediaTypes
import SystemThreads

extension CameraControl.ID {
  /// How strongly the picture is held still; a menu. Only of a camera that is open.
  public static let stabilization = Self("stabilization")
}

/// Settings live in the device and are read from there; see `Documentation/Controls.md`.
extension AVFoundationBackend: CameraControls {
  /// The settings of a camera; see `CameraControls`.
  public func controls(of camera: CameraID) async throws(CaptureError) -> [CameraControl] {
    let device = try await watch.camera(camera).device
    let stabilization = await session.withSeat(of: camera) { $0?.stabilization }
    return DeviceControl.all.compactMap { $0.read(device) } + [stabilization].compactMap { $0 }
  }

  /// Changes a setting; see `CameraControls`.
  public func set(
    _ control: CameraControl.ID, to value: Int, of camera: CameraID
  ) async throws(CaptureError) -> CameraControl {
    let found = try await watch.camera(camera)
    let all = try await controls(of: camera)
    guard let now = all.first(where: { $0.id == control }) else {
      throw CaptureError.noSuchSetting(control, of: found.camera.name, known: all)
    }
    try now.check(value)
    guard !now.isInactive else {
      throw CaptureError(
        .busy, "\(control) of \(found.camera.name) is set by the camera itself at present.",
        remedy: "Switch its automatic off first.")
    }
    let changed: CameraControl?
    if let entry = DeviceControl.all.first(where: { $0.id == control }) {
      try await changes.perform { () throws(CaptureError) in
        try found.change { entry.write($0, value) }
      }
      changed = entry.read(found.device)
    } else {
      changed = await session.withSeat(of: camera) { seat in
        seat?.stabilize(value)
        return seat?.stabilization
      }
    }
    let result = changed ?? now
    memory.remember(result, of: camera)
    listeners.tell(result, of: camera)
    return result
  }

  /// Changes of a camera's settings, by whomever; see `CameraControls`. Ends when the camera is gone.
  public func controlChanges(of camera: CameraID) -> AsyncStream<CameraControl> {
    let changes = listeners.listen(to: camera)
    watch.find(camera) { [weak listeners] found in listeners?.watch(found) }
    return changes
  }

  /// Focuses and exposes for a point of the picture, and goes on doing so.
  ///
  /// - Parameters:
  ///   - x: from the left of the stored picture, before its rotation, 0 to 1.
  ///   - y: from its top, 0 to 1.
  /// - Throws: `CaptureError` (`invalidRequest`) for a point outside, or a camera that can do neither.
  public func lookAt(x: Double, y: Double, of camera: CameraID) async throws(CaptureError) {
    let found = try await watch.camera(camera)
    guard (0...1).contains(x), (0...1).contains(y) else {
      throw CaptureError(.invalidRequest, "A point outside the picture.", remedy: "Use 0 to 1.")
    }
    let (focuses, exposes) = (
      found.device.isFocusPointOfInterestSupported, found.device.isExposurePointOfInterestSupported
    )
    guard focuses || exposes else {
      throw CaptureError(.invalidRequest, "\(found.camera.name) has no point of interest.")
    }
    try await changes.perform { () throws(CaptureError) in
      try found.change { device in
        // The point counts once the mode is set after it.
        if focuses {
          device.focusPointOfInterest = CGPoint(x: x, y: y)
          device.focusMode = .continuousAutoFocus
        }
        if exposes {
          device.exposurePointOfInterest = CGPoint(x: x, y: y)
          device.exposureMode = .continuousAutoExposure
        }
      }
    }
  }
}

extension FoundCamera {
  fileprivate func change(_ change: (AVCaptureDevice) -> Void) throws(CaptureError) {
    do {
      try device.configure(change)
    } catch {
      throw CaptureError.opening(camera.name, error)
    }
  }
}
