import AVFoundation
import CaptureCore
import Foundation

/// What the person allows, and the words for what is not.
enum Permission {
  /// Something that has to be allowed.
  enum Kind: String, Sendable {
    case camera = "camera"
    case microphone = "microphone"

    var mediaType: AVMediaType { self == .camera ? .video : .audio }
    /// The key of the program's Info.plist, without which the system ends the program that asks.
    var key: String {
      self == .camera ? "NSCameraUsageDescription" : "NSMicrophoneUsageDescription"
    }
  }

  /// Why it may not be used; nil when it may, or when nobody has been asked.
  static func refusal(
    of kind: Kind, _ status: AVAuthorizationStatus
  ) -> CaptureError? {
    switch status {
    case .denied:
      CaptureError(
        .notPermitted, "This app may not use the \(kind.rawValue).",
        remedy: "Allow it in Settings, Privacy & Security, \(kind.rawValue.capitalized).")
    case .restricted:
      CaptureError(
        .notPermitted, "This device does not let apps use the \(kind.rawValue).",
        remedy: "Ask who manages it, or look in Settings, Screen Time.")
    default: nil
    }
  }

  /// Why it may not be used now.
  static func refusal(of kind: Kind) -> CaptureError? {
    refusal(of: kind, AVCaptureDevice.authorizationStatus(for: kind.mediaType))
  }

  /// Asks the person, if nobody has (`AVCaptureDevice.requestAccess`).
  ///
  /// - Throws: `CaptureError` (`notPermitted`) when the answer is no.
  static func ask(for kind: Kind) async throws(CaptureError) {
    if AVCaptureDevice.authorizationStatus(for: kind.mediaType) == .notDetermined {
      _ = await AVCaptureDevice.requestAccess(for: kind.mediaType)
    }
    if let refusal = refusal(of: kind) { throw refusal }
  }
}
