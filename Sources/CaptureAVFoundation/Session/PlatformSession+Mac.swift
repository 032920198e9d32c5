#if canImport(AppKit)
  import AVFoundation
  import AppleMedia
  import CaptureCore

  extension PlatformSession {
    /// macOS has no multi-camera session.
    static var holdsSeveral: Bool { false }

    static func makeSession() -> AVCaptureSession { AVCaptureSession() }

    /// Nothing is counted on macOS.
    func checkCost(of session: AVCaptureSession) throws(CaptureError) {}

    /// macOS shares cameras and interrupts nobody.
    func observeInterruptions(
      of session: AVCaptureSession, with observers: Observers,
      report: @escaping @Sendable (VideoSessionMachine.Event) -> Void
    ) {}
  }
#endif
