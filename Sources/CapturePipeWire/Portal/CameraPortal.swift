import Glibc

/// Whether cameras are asked for through the desktop's portal (`org.freedesktop.portal.Camera`), which
/// asks the person and hands PipeWire's connection over.
///
/// Where the bus has no portal, PipeWire is reached directly all the same; where the portal says no, it
/// is not.
public struct CameraPortal: Hashable, Sendable {
  enum Use: Hashable { case automatic, always, never }

  let use: Use
  /// The address of the bus; nil for the session's own.
  let bus: String?

  /// In a sandbox (Flatpak, Snap), and where the environment variable `VIEWFINDER_PORTAL` is `1`; not
  /// where it is `0`.
  public static let automatic = CameraPortal(use: .automatic, bus: nil)
  /// Not at all.
  public static let never = CameraPortal(use: .never, bus: nil)

  /// In any case.
  ///
  /// - Parameter bus: the address of the bus, such as `unix:path=/run/user/1000/bus`; nil for the
  ///   session's own.
  public static func always(bus: String? = nil) -> CameraPortal {
    CameraPortal(use: .always, bus: bus)
  }

  /// Whether the portal is asked before PipeWire is reached.
  ///
  /// *Context*: any thread; looks at the environment and for one file.
  public var isUsed: Bool {
    switch use {
    case .always: true
    case .never: false
    case .automatic:
      Self.isUsed(
        wish: Self.variable("VIEWFINDER_PORTAL"), snap: Self.variable("SNAP"),
        isFlatpak: unsafe access("/.flatpak-info", F_OK) == 0)
    }
  }

  static func isUsed(wish: String?, snap: String?, isFlatpak: Bool) -> Bool {
    switch wish {
    case "1": true
    case "0": false
    default: isFlatpak || snap?.isEmpty == false
    }
  }

  // Unsafe: reads the environment, which nothing in this project changes.
  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
