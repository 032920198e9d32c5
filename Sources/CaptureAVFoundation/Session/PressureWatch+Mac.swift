#if canImport(AppKit)
  import AVFoundation

  /// macOS says nothing of pressure on its cameras.
  final class PressureWatch {
    init(device: AVCaptureDevice) {}

    /// What would be done about a level.
    var slowDown: (@Sendable (PressureLevel) -> Void)?
  }
#endif
