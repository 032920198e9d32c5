public import MediaTypes

/// The port through which the engine reaches cameras: one conforming type for each way to them
/// (PipeWire, V4L2, AVFoundation, virtual).
///
/// *Context*: every member may be called from any thread or task. A back end does its blocking work
/// on threads of its own and never on the caller's.
public protocol CaptureBackend: Sendable {
  /// A short lower-case name, as `--backend` takes it: `pipewire`, `v4l2`, `virtual`.
  var name: String { get }

  /// Lists of the cameras that are there: the current one at once, then one after each change.
  ///
  /// Each call is a subscription of its own, with room for the latest list only. A service that
  /// is missing is no error: the list is empty and its `problem` says what to do; the back end
  /// keeps trying and sends a new list when the service comes back.
  func deviceLists() -> AsyncStream<DeviceList>

  /// Opens a camera and prepares it to stream.
  ///
  /// - Parameters:
  ///   - camera: one of the latest list.
  ///   - format: the wish, usually one of the camera's formats; the stream says what was given.
  /// - Returns: a stream that has not been started.
  /// - Throws: `CaptureError`: the camera is gone, busy, or not permitted, or cannot do the format.
  ///
  /// The task is cancelled when the camera is wanted no more. A back end may then end early, where
  /// opening can take long; it need not.
  func open(_ camera: CameraID, format: CameraFormat) async throws(CaptureError)
    -> any CaptureStream
}

/// One opened camera.
///
/// States: opened → started → stopped → closed; `stop` and `close` may be called in any of them
/// and more than once. Frames that somebody holds stay readable after `close` and after an unplug.
public protocol CaptureStream: AnyObject, Sendable {
  /// What the camera was really set to.
  var format: CameraFormat { get }

  /// Starts the pictures.
  ///
  /// - Parameter handler: called on the back end's own thread, one call at a time, from before this
  ///   returns until `stop` has returned. It must not block.
  /// - Throws: `CaptureError` when the camera refuses; the stream can then only be closed.
  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError)

  /// Stops the pictures; after it returns the handler is not called again.
  func stop() async

  /// Gives the camera back to the system; implies `stop`.
  func close() async
}

/// Receives what a stream has to say, on the back end's own thread.
public typealias CaptureHandler = @Sendable (CaptureStreamEvent) -> Void

/// What a running stream says.
public enum CaptureStreamEvent: Sendable {
  /// A picture, as it came: MJPEG is handed on undecoded.
  case frame(VideoFrame)
  /// Pictures that were lost before they became frames.
  case dropped(FrameDropReason, count: Int)
  /// The other side changed the format; the frames that follow have it.
  case formatChanged(CameraFormat)
  /// The stream is over: unplugged, taken away, or its service is gone. No more events follow.
  case failed(CaptureError)
}

/// Why a picture did not become a frame, or a frame did not reach a consumer.
public enum FrameDropReason: String, Hashable, Sendable, CaseIterable {
  /// The source's own count has a gap.
  case lostBySource
  /// The source marked the picture as faulty.
  case corrupt
  /// The bytes do not fit the geometry.
  case malformed
  /// The compressed picture could not be decoded.
  case undecodable
  /// Its time went backwards or lay in the future and could not be repaired.
  case badTime
  /// Every buffer of a pool was still held by consumers.
  case noBuffer
  /// The consumer was slower than the camera and its bound was reached.
  case consumerTooSlow
  /// The frame belonged to a camera that was no longer selected.
  case stale
}
