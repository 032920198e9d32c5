#if canImport(AppKit)
  import AVFoundation
  import CaptureCore

  extension AVCaptureDevice.DeviceType {
    /// Every type of camera, in the order in which cameras are listed.
    static let cameras: [AVCaptureDevice.DeviceType] = [
      .builtInWideAngleCamera, .external, .continuityCamera,
    ]
  }

  extension AVCaptureDevice.Format {
    /// macOS has no multi-camera session.
    var canRunBesideOthers: Bool { false }
  }

  extension AVCaptureDevice.DiscoverySession {
    /// macOS does not say which cameras run beside which.
    func concurrency(of device: AVCaptureDevice) -> CameraDevice.Concurrency { .unknown }
  }
#endif
