public import MediaTypes

/// The port through which the engine reaches microphones: one conforming type for each way to them
/// (PipeWire, PulseAudio, ALSA, virtual).
///
/// *Context*: every member may be called from any thread or task. A back end does its blocking work
/// on threads of its own and never on the caller's.
public protocol MicrophoneBackend: Sendable {
  /// A short lower-case name: `pipewire`, `pulse`, `alsa`, `virtual`.
  var name: String { get }

  /// Lists of the microphones that are there: the current one at once, then one after each change.
  ///
  /// Each call is a subscription of its own, with room for the latest list only. A service that
  /// is missing is no error: the list is empty and its `problem` says what to do; the back end
  /// keeps trying and sends a new list when the service comes back.
  func microphoneLists() -> AsyncStream<MicrophoneList>

  /// Opens a microphone and prepares it to stream.
  ///
  /// - Parameters:
  ///   - microphone: one of the latest list.
  ///   - format: the wish; the stream says what was given.
  /// - Returns: a stream that has not been started.
  /// - Throws: `CaptureError`: the microphone is gone, busy or not permitted, or the service is.
  func open(_ microphone: MicrophoneID, format: SoundFormat) async throws(CaptureError)
    -> any MicrophoneStream
}

/// One opened microphone.
///
/// States: opened → started → stopped → closed; `stop` and `close` may be called in any of them
/// and more than once.
public protocol MicrophoneStream: AnyObject, Sendable {
  /// What the microphone was really set to.
  var format: SoundFormat { get }

  /// Starts the sound.
  ///
  /// - Parameter handler: called on the back end's own thread, one call at a time, from before this
  ///   returns until `stop` has returned. It must not block.
  /// - Throws: `CaptureError` when the microphone refuses; the stream can then only be closed.
  func start(_ handler: @escaping MicrophoneHandler) async throws(CaptureError)

  /// Stops the sound; after it returns the handler is not called again.
  func stop() async

  /// Gives the microphone back to the system; implies `stop`.
  func close() async
}

/// Receives what a microphone's stream has to say, on the back end's own thread.
public typealias MicrophoneHandler = @Sendable (MicrophoneStreamEvent) -> Void

/// What a running microphone says.
public enum MicrophoneStreamEvent: Sendable {
  /// Sound in the stream's format, whose time is that of its first sample on the monotonic clock,
  /// the latency of the way taken off.
  case sound(AudioBuffer)
  /// Sound was lost on the way: the next buffer does not follow the last one. The length is a guess;
  /// the times of the buffers say it better.
  case gap(MediaTime)
  /// The stream is over: unplugged, taken away, or its service is gone. No more events follow.
  case failed(CaptureError)
}
