import CaptureAVFoundation
public import CaptureCore
import MediaTypes

/// The ways to cameras that a session uses, the preferred first.
public enum BackendSelection: Sendable {
  /// The device's cameras; where there is none, as in the simulator, the virtual ones. Or the virtual
  /// cameras, when faults are scripted for them.
  case automatic
  /// By name, from `knownNames`.
  case named([String])
  /// Made by the caller.
  case custom([any CaptureBackend])

  /// Every name that `named` takes.
  public static let knownNames = ["avfoundation", "virtual"]
}

extension BackendSelection {
  /// Makes the back ends.
  ///
  /// - Parameters:
  ///   - virtualScript: faults for the virtual cameras, if those are among them.
  ///   - sharing: of no account here: frames are always shown as they lie.
  ///   - addresses: of movies and network cameras, which this system does not open.
  /// - Throws: `CaptureError` for a name or address that is not known, or a script that makes no sense.
  func make(
    clock: any MediaClock, virtualScript: String?, sharing: MemorySharing = MemorySharing(),
    addresses: [String] = []
  ) throws(CaptureError) -> [any CaptureBackend] {
    if let address = addresses.first {
      throw CaptureError(
        .invalidRequest, "\(CaptureError.quoted(address)) cannot be a camera on this system.",
        remedy: "Use the device's own cameras.")
    }
    return try makeNamed(
      clock: clock, virtualScript: virtualScript,
      usual: [AVFoundationBackend.hasCameras ? "avfoundation" : "virtual"]
    ) { name in name == "avfoundation" ? AVFoundationBackend(clock: clock) : nil }
  }

  /// Makes the ways to microphones that go with these ways to cameras, the preferred first.
  ///
  /// - Parameter cameras: what `make` gave.
  func makeMicrophones(
    with cameras: [any CaptureBackend], clock: any MediaClock
  ) -> [any MicrophoneBackend] {
    let shared = cameras.compactMap { $0 as? any MicrophoneBackend }
    let isReal = cameras.contains { $0 is AVFoundationBackend }
    return shared + (isReal ? [AVFoundationMicrophones(clock: clock)] : [])
  }
}
