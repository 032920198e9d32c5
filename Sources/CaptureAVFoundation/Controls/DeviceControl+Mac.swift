#if canImport(AppKit)
  import CaptureCore

  extension DeviceControl {
    /// Cameras of a Mac have nothing besides.
    static let special: [DeviceControl] = []
  }

  extension CameraSeat {
    /// macOS does not stabilise.
    var stabilization: CameraControl? { nil }

    func stabilize(_ value: Int) {}
  }
#endif
