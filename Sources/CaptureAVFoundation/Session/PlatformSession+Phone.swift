#if canImport(UIKit)
  import AVFoundation
  import AppleMedia
  import CaptureCore
  import Foundation

  extension PlatformSession {
    /// Whether cameras run side by side (`AVCaptureMultiCamSession`).
    static var holdsSeveral: Bool { AVCaptureMultiCamSession.isMultiCamSupported }

    static func makeSession() -> AVCaptureSession {
      holdsSeveral ? AVCaptureMultiCamSession() : AVCaptureSession()
    }

    /// What the cameras of a multi-camera session need together must be there: cost 1 at most.
    func checkCost(of session: AVCaptureSession) throws(CaptureError) {
      guard let session = session as? AVCaptureMultiCamSession, session.hardwareCost > 1 else {
        return
      }
      throw CaptureError(
        .busy, "This device cannot run these cameras together in these modes.",
        remedy: "Ask for a smaller size or a lower rate.")
    }

    func observeInterruptions(
      of session: AVCaptureSession, with observers: Observers,
      report: @escaping @Sendable (VideoSessionMachine.Event) -> Void
    ) {
      observers.observe(AVCaptureSession.wasInterruptedNotification, of: session) { notification in
        let number = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
        let reason = number.flatMap(AVCaptureSession.InterruptionReason.init(rawValue:))
        // Sound has a session of its own, and its interruption is no matter of this one.
        guard reason != .audioDeviceInUseByAnotherClient else { return }
        report(.interrupted(.interruption(reason)))
      }
      observers.observe(AVCaptureSession.interruptionEndedNotification, of: session) { _ in
        report(.interruptionEnded)
      }
    }
  }

  extension CaptureError {
    /// Why the system took the camera away for a while.
    static func interruption(_ reason: AVCaptureSession.InterruptionReason?) -> CaptureError {
      switch reason {
      case .videoDeviceNotAvailableInBackground:
        CaptureError(
          .busy, "The system lends no camera to an app in the background.",
          remedy: "It goes on when the app is in front again.")
      case .videoDeviceInUseByAnotherClient:
        CaptureError(
          .busy, "Another app uses the camera.", remedy: "It goes on when that app lets go.")
      case .videoDeviceNotAvailableWithMultipleForegroundApps:
        CaptureError(
          .busy, "The system lends no camera while several apps share the screen.",
          remedy: "Make this app fill the screen.")
      case .videoDeviceNotAvailableDueToSystemPressure:
        CaptureError(
          .serviceUnavailable, "The device is too hot for its camera.",
          remedy: "Let it cool down; the picture then comes back.")
      default:
        CaptureError(
          .serviceUnavailable, "The system has interrupted the camera.",
          remedy: "It goes on by itself.")
      }
    }
  }
#endif
