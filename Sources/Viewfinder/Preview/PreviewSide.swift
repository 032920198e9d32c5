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
  var curve = TimingCurve.easeInOut

  /// The longest that the old picture can be seen after the new camera's first frame: a turn passes
  /// its edge within half its duration from there, or when its curve does; all else ends with the
  /// duration.
  var overlap: MediaTime {
    if transition == .none { return .zero }
    guard transition.turn != nil else { return duration }
    let share = max(0.5, curve.time(of: 0.5))
    return MediaTime(nanoseconds: Int64((Double(duration.nanoseconds) * share).rounded()))
  }

  /// The same without large movements.
  var calm: FlipStyle { FlipStyle(transition: transition.calm, duration: duration, curve: curve) }
}
