public import MediaTypes

/// Learns what an engine does, in order.
public protocol CaptureObserver: Sendable {
  /// Takes one event.
  ///
  /// *Context*: called by the engine, one call at a time, on a thread that is not specified; must
  /// not block and must not wait for the engine.
  func capture(_ event: CaptureEngineEvent)
}

/// What an engine tells while it works.
public enum CaptureEngineEvent: Hashable, Sendable {
  /// The cameras that are there have changed.
  case devices(DeviceList)
  /// A camera is being opened: at the start, for a flip, or to go on after an interruption.
  case opening(CameraDevice)
  /// The first frame of this stream is there, and its frames are the current ones from now on.
  case started(StreamID, CameraDevice, CameraFormat)
  /// A flip was asked for and has begun; `from` is the stream that is shown, live or its last frame.
  case flipBegan(FlipID, from: StreamID?, to: CameraDevice, at: MediaTime)
  /// The new camera's first frame, captured after its start, is there; `started` came just before.
  case flipFirstFrame(FlipID, StreamID, at: MediaTime)
  /// A flip is over, one way or another: exactly one for each `flipBegan`.
  case flipEnded(FlipReport)
  /// The shown camera gives no more pictures, for this reason. The engine goes on by itself, with
  /// another camera or when one is there; `started` says when it has.
  case interrupted(CameraDevice, CaptureError)
  /// Everything is given back and the engine is idle.
  case stopped
}
