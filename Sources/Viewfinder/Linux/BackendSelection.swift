import CaptureALSA
public import CaptureCore
import CaptureFFmpeg
import CapturePipeWire
import CapturePulse
import CaptureV4L2
import CaptureVirtual
import Glibc
import MediaTypes

/// The ways to cameras that a session uses, the preferred first.
public enum BackendSelection: Sendable {
  /// On a desktop PipeWire for the cameras that it shows in a mode as good as any, V4L2 for the others
  /// and when PipeWire is not there; without a display V4L2 first, since nothing else shares a camera
  /// there. Or the virtual cameras, when faults are scripted for them.
  case automatic
  /// By name, from `knownNames`.
  case named([String])
  /// Made by the caller.
  case custom([any CaptureBackend])

  /// Every name that `named` takes.
  public static let knownNames = ["pipewire", "v4l2", "virtual"]
}

extension BackendSelection {
  /// Makes the back ends.
  ///
  /// - Parameters:
  ///   - virtualScript: faults for the virtual cameras, if those are among them.
  ///   - sharing: whether frames in shared memory are of use.
  ///   - addresses: of movies and network cameras that are cameras too.
  /// - Throws: `CaptureError` for a name or address that is not known, or a script that makes no sense.
  func make(
    clock: any MediaClock, virtualScript: String?, sharing: MemorySharing = MemorySharing(),
    addresses: [String] = []
  ) throws(CaptureError) -> [any CaptureBackend] {
    let streams = try Self.streams(addresses)
    let backends = try makeNamed(
      clock: clock, virtualScript: virtualScript, usual: Self.roads(onDesktop: Self.hasDisplay)
    ) { name in
      switch name {
      case "pipewire": PipeWireBackend(clock: clock, sharing: sharing)
      case "v4l2": V4L2Backend(clock: clock, sharing: sharing, decoders: { H264Decoder() })
      default: nil
      }
    }
    return streams.isEmpty ? backends : backends + [StreamBackend(streams, clock: clock)]
  }

  private static func streams(_ addresses: [String]) throws(CaptureError) -> [StreamAddress] {
    var streams: [StreamAddress] = []
    for text in addresses {
      guard let address = StreamAddress(text) else {
        throw CaptureError(
          .invalidRequest, "\(CaptureError.quoted(text)) is no address of a movie or camera.",
          remedy: "Write it like file:clip.mp4, rtsp://HOST/PATH or http://HOST/PATH.")
      }
      streams.append(address)
    }
    return streams
  }

  /// Makes the ways to microphones that go with these ways to cameras, the preferred first.
  ///
  /// `automatic` takes PipeWire, else PulseAudio, else ALSA. By name, PipeWire's cameras go with its
  /// microphones, V4L2's with ALSA's, and the virtual ones with the virtual one. Of the caller's own
  /// back ends those count that reach microphones too.
  ///
  /// - Parameter cameras: what `make` gave.
  func makeMicrophones(
    with cameras: [any CaptureBackend], clock: any MediaClock
  ) -> [any MicrophoneBackend] {
    let shared = cameras.compactMap { $0 as? any MicrophoneBackend }
    let isVirtual = cameras.contains { $0 is VirtualBackend }
    switch self {
    case .custom: return shared
    case .automatic where isVirtual: return shared
    case .automatic: return shared + [PulseBackend(clock: clock), ALSABackend(clock: clock)]
    case .named(let names):
      return shared + (names.contains("v4l2") ? [ALSABackend(clock: clock)] : [])
    }
  }

  static func roads(onDesktop: Bool) -> [String] {
    onDesktop ? ["pipewire", "v4l2"] : ["v4l2", "pipewire"]
  }

  private static var hasDisplay: Bool { isSet("WAYLAND_DISPLAY") || isSet("DISPLAY") }

  // Unsafe: reads the environment, which nothing in this project changes.
  private static func isSet(_ variable: String) -> Bool {
    unsafe getenv(variable).map { unsafe $0.pointee != 0 } ?? false
  }
}
