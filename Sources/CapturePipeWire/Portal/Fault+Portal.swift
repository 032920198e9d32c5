import CaptureCore

extension Fault {
  private static let askAgain = "Start the camera again and answer the question on the screen."

  static let portalDenied = CaptureError(
    .notPermitted, "The desktop does not let this program use the camera.",
    remedy: "Allow it in the desktop's settings (Apps or Privacy, Camera), or have it ask again: "
      + "flatpak permission-reset APP")

  static let portalClosed = CaptureError(
    .notPermitted, "The desktop's question about the camera was closed.", remedy: askAgain)

  static let portalUnanswered = CaptureError(
    .notPermitted, "Nobody answered the desktop's question about the camera.", remedy: askAgain)

  static let portalAsks = CaptureError(
    .notPermitted, "The desktop asks whether this program may use the camera.",
    remedy: "Answer the question on the screen.")

  private static let restartPortal = "Restart it: systemctl --user restart xdg-desktop-portal"

  static let portalLost = CaptureError(
    .serviceUnavailable, "The camera portal, which lets programs use cameras, has ended.",
    remedy: restartPortal)

  static let portalSilent = CaptureError(
    .serviceUnavailable, "The camera portal, which lets programs use cameras, does not answer.",
    remedy: restartPortal)

  static func portal(_ message: String) -> CaptureError {
    // The message is another program's.
    let line = String(message.prefix(200).map { $0.isNewline ? " " : $0 })
    return CaptureError(
      .serviceUnavailable, "The camera portal failed: \(line).", remedy: restartPortal)
  }
}
