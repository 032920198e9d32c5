public import MediaTypes

/// What a session's microphone says to those who listen: sound, and why there is none.
///
/// Between `lost` and the next `found` there is no sound; with no microphone chosen there is none
/// and no event either.
public enum MicrophoneEvent: Sendable {
  /// Sound from this microphone follows, in this format. Also after `lost`, and when another one
  /// takes its place.
  case found(MicrophoneDevice, SoundFormat)
  /// Sound in the format that `found` said. The time is that of its first sample on the monotonic
  /// clock; while muted the samples are zero and the times go on. Buffers may leave holes: times say.
  case sound(AudioBuffer)
  /// No sound for this reason; the engine tries to find it again, or another, by itself.
  case lost(MicrophoneDevice, CaptureError)
  /// The microphone was turned off; none is lost.
  case ended
}
