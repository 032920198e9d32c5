import AVFoundation
import CaptureCore

/// One setting of a camera: how it is read and how it is changed.
struct DeviceControl: Sendable {
  let id: CameraControl.ID
  /// What the device's properties are whose changes may change it.
  let properties: [Property]
  /// The setting as it is; nil for a camera that has not got it.
  let read: @Sendable (AVCaptureDevice) -> CameraControl?
  /// Changes it, while the camera is locked, to a value that has been checked.
  let write: @Sendable (AVCaptureDevice, Int) -> Void

  /// What all cameras of Apple's may have.
  static let common: [DeviceControl] = [torch, focusAuto, exposureAuto, whiteBalanceAuto]

  /// Every setting that this system has.
  static var all: [DeviceControl] { common + special }

  static let torch = DeviceControl(
    id: .torch, properties: [Property(\.torchMode), Property(\.isTorchAvailable)],
    read: { device in
      guard device.hasTorch, device.isTorchModeSupported(.on) else { return nil }
      return .choice(
        .torch, ["Off", "On"], value: device.torchMode == .on ? 1 : 0,
        isInactive: !device.isTorchAvailable)
    },
    write: { device, value in device.torchMode = value == 1 ? .on : .off })

  static let focusAuto = DeviceControl(
    id: .focusAuto, properties: [Property(\.focusMode)],
    read: { device in
      guard device.isFocusModeSupported(.continuousAutoFocus) else { return nil }
      return .automatic(.focusAuto, isOn: device.focusMode != .locked)
    },
    write: { device, value in
      device.focusMode = value == 1 ? .continuousAutoFocus : .locked
    })

  static let exposureAuto = DeviceControl(
    id: .exposureAuto, properties: [Property(\.exposureMode)],
    read: { device in
      guard device.isExposureModeSupported(.continuousAutoExposure) else { return nil }
      return .choice(
        .exposureAuto, ["Locked", "Automatic"], value: device.exposureMode == .locked ? 0 : 1,
        defaultValue: 1)
    },
    write: { device, value in
      device.exposureMode = value == 1 ? .continuousAutoExposure : .locked
    })

  static let whiteBalanceAuto = DeviceControl(
    id: .whiteBalanceAuto, properties: [Property(\.whiteBalanceMode)],
    read: { device in
      guard device.isWhiteBalanceModeSupported(.continuousAutoWhiteBalance) else { return nil }
      return .automatic(.whiteBalanceAuto, isOn: device.whiteBalanceMode != .locked)
    },
    write: { device, value in
      device.whiteBalanceMode = value == 1 ? .continuousAutoWhiteBalance : .locked
    })
}

extension CameraControl {
  /// A menu.
  static func choice(
    _ id: ID, _ names: [String], value: Int, defaultValue: Int = 0, isInactive: Bool = false
  ) -> CameraControl {
    let choices = names.enumerated().map { Choice(value: $0.offset, name: $0.element) }
    return CameraControl(
      id: id, kind: .menu(choices), range: 0...max(names.count - 1, 0), step: 1,
      defaultValue: defaultValue, value: value, isInactive: isInactive)
  }

  /// Something that sets itself.
  static func automatic(_ id: ID, isOn: Bool) -> CameraControl {
    CameraControl(
      id: id, kind: .onOff, range: 0...1, step: 1, defaultValue: 1, value: isOn ? 1 : 0)
  }

  /// A number of hundredths of a unit.
  static func hundredths(
    _ id: ID, _ range: ClosedRange<Double>, value: Double, defaultValue: Double, unit: String = "",
    isInactive: Bool = false
  ) -> CameraControl {
    CameraControl(
      id: id, kind: .number, range: whole(range.lowerBound)...whole(range.upperBound), step: 1,
      defaultValue: whole(defaultValue), value: whole(value), unit: unit, isInactive: isInactive)
  }

  private static func whole(_ number: Double) -> Int {
    Int(max(-1e6, min(1e6, (number * 100).rounded())))
  }
}
