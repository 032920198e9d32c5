public import SwiftUI
public import Viewfinder

/// Shows a session's picture, and its flips as they turn.
///
/// ```swift
/// let session = CameraSession()
/// var body: some View { CameraView(session).task { try? await session.start() } }
/// ```
///
/// How flips look is said here for all, `CameraView(session, transition: .curlUp)`, or where one is asked for,
/// `session.flip(.flipFromTop)`. For people who have motion reduced, flips dissolve. In Xcode's previews and in
/// the simulator, which have no camera, a session shows the virtual ones by itself.
///
/// *Context*: the main actor. The picture is drawn by the GPU when the screen wants one; frames do not pass
/// through SwiftUI.
public struct CameraView: View {
  private let session: CameraSession
  private let gravity: Gravity
  private let transition: Transition
  private let mirroring: Mirroring
  private let background: SceneColor
  @Environment(\.accessibilityReduceMotion) private var reducesMotion

  /// Makes a view; any number may show one session.
  ///
  /// - Parameters:
  ///   - session: started by the caller, before or after.
  ///   - gravity: how the picture is fitted.
  ///   - transition: how the session's flips look that are asked for without a word of it, by
  ///     `session.flip()`; of several views of a session the last one holds.
  ///   - mirroring: whether it is a mirror; `automatic` is for cameras that look at the user.
  ///   - background: what shows beside the picture.
  public init(
    _ session: CameraSession, gravity: Gravity = .aspectFill,
    transition: Transition = .flipFromLeft, mirroring: Mirroring = .automatic,
    background: SceneColor = .black
  ) {
    (self.session, self.gravity, self.transition) = (session, gravity, transition)
    (self.mirroring, self.background) = (mirroring, background)
  }

  /// The picture.
  public var body: some View {
    PictureView(look: look).accessibilityLabel("Camera picture")
  }

  private var look: PictureLook {
    PictureLook(
      feed: session.preview, gravity: gravity, transition: transition, mirroring: mirroring,
      background: background, reducesMotion: reducesMotion)
  }
}
