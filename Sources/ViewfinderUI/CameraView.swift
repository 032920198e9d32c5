public import SwiftUI
public import Viewfinder

/// Shows a session's picture, and its flips as they turn.
///
/// ```swift
/// let session = CameraSession()
/// var body: some View { CameraView(session).task { try? await session.start() } }
/// ```
///
/// How a flip looks is said where it is asked for: `session.flip(.curlUp)`. In Xcode's previews and in the
/// simulator, which have no camera, a session shows the virtual ones by itself.
///
/// *Context*: the main actor. The picture is drawn by the GPU when the screen wants one; frames do not pass
/// through SwiftUI.
public struct CameraView: View {
  private let session: CameraSession
  private let gravity: Gravity
  private let mirroring: Mirroring
  private let background: SceneColor

  /// Makes a view; any number may show one session.
  ///
  /// - Parameters:
  ///   - session: started by the caller, before or after.
  ///   - gravity: how the picture is fitted.
  ///   - mirroring: whether it is a mirror; `automatic` is for cameras that look at the user.
  ///   - background: what shows beside the picture.
  public init(
    _ session: CameraSession, gravity: Gravity = .aspectFill, mirroring: Mirroring = .automatic,
    background: SceneColor = .black
  ) {
    (self.session, self.gravity, self.mirroring) = (session, gravity, mirroring)
    self.background = background
  }

  /// The picture.
  public var body: some View {
    PictureView(look: look).accessibilityLabel("Camera picture")
  }

  private var look: PictureLook {
    PictureLook(
      feed: session.preview, gravity: gravity, mirroring: mirroring, background: background)
  }
}
