import CaptureAVFoundation
public import CaptureCore
import CaptureVirtual
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
    switch self {
    case .custom(let backends): return backends
    case .automatic:
      let names = virtualScript == nil && Self.hasCameras ? ["avfoundation"] : ["virtual"]
      return try Self.named(names).make(clock: clock, virtualScript: virtualScript)
    case .named(let names):
      var backends: [any CaptureBackend] = []
      for name in names where !backends.contains(where: { $0.name == name }) {
        backends.append(try Self.make(name, clock: clock, virtualScript: virtualScript))
      }
      return backends
    }
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

  /// A simulator has none.
  private static var hasCameras: Bool { AVFoundationBackend.hasCameras }

  private static func make(
    _ name: String, clock: any MediaClock, virtualScript: String?
  ) throws(CaptureError) -> any CaptureBackend {
    switch name {
    case "avfoundation": return AVFoundationBackend(clock: clock)
    case "virtual": return VirtualBackend(clock: clock, script: try script(virtualScript ?? ""))
    default:
      throw CaptureError(
        .invalidRequest, "There is no back end named \(CaptureError.quoted(name)).",
        remedy: "Known are \(knownNames.joined(separator: ", ")).")
    }
  }
}
