package import MediaTypes

/// Takes every frame of the current camera, going on over flips, on the thread that brings it.
///
/// *Context*: called under the router's lock, so that frames come in order whichever threads bring them:
/// it must only put the frame somewhere, and must call nothing that may wait or call the router.
package protocol FrameSink: AnyObject, Sendable {
  /// With pixels, or as the camera sent them.
  var content: FrameContent { get }

  /// Takes a frame.
  ///
  /// - Returns: the frame that finds no room, this one or one that makes room for it; it is counted
  ///   as dropped, and let go outside the lock.
  func push(_ frame: VideoFrame, from origin: FrameOrigin) -> VideoFrame?

  /// No frames follow, until a session starts again.
  func finish()
}

/// Where a frame comes from.
package struct FrameOrigin: Sendable {
  /// Which opening of the camera.
  package let stream: StreamID
  /// The rate that the camera was set to, if it says so.
  package let rate: FrameRate?
}
