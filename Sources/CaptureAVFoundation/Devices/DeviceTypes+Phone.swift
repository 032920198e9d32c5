#if canImport(UIKit)
  import AVFoundation
  import CaptureCore

  extension AVCaptureDevice.DeviceType {
    /// Every type of camera, in the order in which cameras are listed: the wide one first, so that a flip
    /// goes to the one that people know.
    static let cameras: [AVCaptureDevice.DeviceType] = [
      .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera,
      .builtInDualWideCamera, .builtInDualCamera, .builtInTripleCamera, .builtInTrueDepthCamera,
      .external, .continuityCamera,
    ]
  }

  extension AVCaptureDevice.Format {
    /// Whether a multi-camera session takes it.
    var canRunBesideOthers: Bool { isMultiCamSupported }
  }

  extension AVCaptureDevice.DiscoverySession {
    /// Which cameras run beside which (`supportedMultiCamDeviceSets`): one of each position.
    func concurrency(of device: AVCaptureDevice) -> CameraDevice.Concurrency {
      let hasPartner =
        AVCaptureMultiCamSession.isMultiCamSupported
        && supportedMultiCamDeviceSets.contains { devices in
          devices.contains(device) && devices.contains { $0.position != device.position }
        }
      return hasPartner ? .group("position \(device.position.rawValue)") : .unknown
    }
  }
#endif
