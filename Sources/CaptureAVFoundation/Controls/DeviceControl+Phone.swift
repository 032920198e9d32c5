#if canImport(UIKit)
  import AVFoundation
  import CaptureCore
  import Foundation

  extension DeviceControl {
    /// What cameras of iPhone and iPad have besides.
    static let special: [DeviceControl] = [zoom, focus, exposureCompensation]

    static let zoom = DeviceControl(
      id: .zoom, properties: [Property(\.videoZoomFactor)],
      read: { device in
        let (least, most) = (device.minAvailableVideoZoomFactor, device.maxAvailableVideoZoomFactor)
        guard least < most else { return nil }
        return .hundredths(
          .zoom, Double(least)...Double(most), value: Double(device.videoZoomFactor),
          defaultValue: Double(least), unit: "%")
      },
      write: { device, value in device.videoZoomFactor = CGFloat(value) / 100 })

    static let focus = DeviceControl(
      id: .focus, properties: [Property(\.lensPosition), Property(\.focusMode)],
      read: { device in
        guard device.isLockingFocusWithCustomLensPositionSupported else { return nil }
        // The platform counts from near to far, the setting from far to near.
        return .hundredths(
          .focus, 0...1, value: 1 - Double(device.lensPosition), defaultValue: 0,
          isInactive: device.focusMode != .locked)
      },
      write: { device, value in
        device.setFocusModeLocked(lensPosition: 1 - Float(value) / 100, completionHandler: nil)
      })

    static let exposureCompensation = DeviceControl(
      id: .exposureCompensation, properties: [Property(\.exposureTargetBias)],
      read: { device in
        let (least, most) = (device.minExposureTargetBias, device.maxExposureTargetBias)
        guard least < most else { return nil }
        return .hundredths(
          .exposureCompensation, Double(least)...Double(most),
          value: Double(device.exposureTargetBias), defaultValue: 0, unit: "EV/100")
      },
      write: { device, value in
        device.setExposureTargetBias(Float(value) / 100, completionHandler: nil)
      })
  }

  extension CameraSeat {
    /// The setting of stabilisation; nil for a connection without.
    var stabilization: CameraControl? {
      get {
        guard connection.isVideoStabilizationSupported else { return nil }
        return .choice(
          .stabilization, ["Off", "Standard", "Cinematic", "Automatic"],
          value: Self.modes.firstIndex(of: connection.preferredVideoStabilizationMode) ?? 0)
      }
    }

    func stabilize(_ value: Int) {
      guard Self.modes.indices.contains(value) else { return }
      connection.preferredVideoStabilizationMode = Self.modes[value]
    }

    private static let modes: [AVCaptureVideoStabilizationMode] = [
      .off, .standard, .cinematic, .auto,
    ]
  }
#endif
