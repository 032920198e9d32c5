public import MediaTypes

/// How patient an engine is with microphones, and what it asks of them.
public struct MicrophoneSettings: Hashable, Sendable {
  /// What to ask of every microphone; what it gives is in `found`.
  public var format = SoundFormat()
  /// The longest that a search for a first microphone counts as under way.
  public var searchTimeout = MediaTime.seconds(2)
  /// The longest that opening and starting may take together.
  public var openTimeout = MediaTime.seconds(5)
  /// The longest from the start to the first sound.
  public var firstSoundTimeout = MediaTime.seconds(3)
  /// A microphone that sends nothing for so long has stalled.
  public var stallTimeout = MediaTime.seconds(2)
  /// The pause before another attempt; it doubles up to 16 times this.
  public var retryDelay = MediaTime.milliseconds(250)

  /// The usual.
  public init() {}
}

/// What an engine does with microphones, for a person to see: one consistent snapshot.
public struct MicrophoneState: Hashable, Sendable {
  /// What goes on.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// None is wanted.
    case off
    /// None that fits is there; the engine takes one as soon as it is.
    case searching
    /// One is being opened, or has been and has sent no sound yet.
    case opening
    /// Sound comes.
    case running
    /// One has failed; it is tried again after a pause.
    case waiting
  }

  /// What goes on.
  public internal(set) var phase = Phase.off
  /// What is wanted.
  public internal(set) var choice = MicrophoneChoice.none
  /// The one that is open, or that is tried.
  public internal(set) var device: MicrophoneDevice?
  /// What it was set to; nil before it is open.
  public internal(set) var format: SoundFormat?
  /// Why there is no sound, with the remedy; nil when all is well.
  public internal(set) var problem: CaptureError?
  /// All microphones that are known; only while one is wanted.
  public internal(set) var microphones: [MicrophoneDevice] = []

  /// Nothing wanted.
  public init() {}
}
