import CaptureCore
import MediaTypes
import PreviewCore

/// One camera in the preview: the stream that feeds it and the last picture, which stays after the
/// stream has ended.
struct PreviewSide: Sendable {
  let camera: CameraDevice
  /// nil as long as the engine has not said which opening of the camera it is.
  var stream: StreamID?
  /// The flip that brought it, until its first picture has been seen.
  var flip: FlipID?
  var frame: VideoFrame?

  init(_ camera: CameraDevice, stream: StreamID? = nil, flip: FlipID? = nil) {
    self.camera = camera
    self.stream = stream
    self.flip = flip
  }

  func face(_ mirroring: Mirroring) -> Face? {
    frame.map { Face(frame: $0, isMirrored: mirroring.mirrors(camera)) }
  }
}

/// How a flip is to look.
struct FlipStyle: Hashable, Sendable {
  var transition = Transition.flipFromLeft
  var duration = MediaTime.seconds(1)
}
