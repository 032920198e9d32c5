public import MediaTypes
import Synchronization

/// The sound of a session's microphone, whichever it is at the moment: for those who record, meter or
/// mute it.
///
/// Sound never waits here and never passes through an actor or a task: it goes from the back end's
/// thread to each listener. What is no sound (NaN, times that run backwards) is mended and counted.
///
/// *Context*: any thread. Listeners are called one at a time.
public final class MicrophoneFeed: Sendable {
  private struct Current {
    let stream: StreamID
    let device: MicrophoneDevice
    let format: SoundFormat
    var check: SoundCheck
    /// Whether its first sound has come, and listeners know of it.
    var isHeard = false
  }

  private struct State {
    var current: Current?
    var meter = SoundLevelMeter()
    var statistics = MicrophoneStatistics()

    /// Checks and measures sound.
    ///
    /// - Returns: nil for what nobody is to hear.
    mutating func admit(
      _ sound: AudioBuffer, from stream: StreamID, at now: MediaTime
    ) -> (sound: AudioBuffer, isFirst: Bool, device: MicrophoneDevice)? {
      guard let current, current.stream == stream else { return nil }
      guard let checked = self.current?.check.check(sound, now: now) else {
        statistics.repairs += 1
        return nil
      }
      if checked.isRepaired { statistics.repairs += 1 }
      meter.measure(checked.sound)
      self.current?.isHeard = true
      return (checked.sound, !current.isHeard, current.device)
    }
  }

  private let clock: any MediaClock
  /// Held while listeners are called, so that what they hear is in order.
  private let delivery = Locked<MutedSound>(MutedSound())
  private let state = Locked(State())
  private let listeners = Locked(HandlerList<MicrophoneEvent>())
  private let muted = Atomic(false)

  /// Makes a feed without sound.
  ///
  /// - Parameter clock: tells how old a level is.
  public init(clock: any MediaClock) {
    self.clock = clock
  }

  /// Whether silence is sent in place of the sound. Times go on: a recording keeps its length.
  public var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  /// How loud each channel is now, muted or not; empty when there is no microphone.
  public var levels: [SoundLevel] { state.withLock { $0.meter.levels(at: clock.now) } }

  /// The microphone whose sound comes now, and its format; nil while there is none.
  public var current: (device: MicrophoneDevice, format: SoundFormat)? {
    state.withLock { state in
      state.current.flatMap { $0.isHeard ? ($0.device, $0.format) : nil }
    }
  }

  /// Samples and times that had to be mended so far, and holes in the sound.
  public var statistics: MicrophoneStatistics {
    state.withLock { $0.statistics }
  }

  /// Calls a handler for everything that happens to the sound, `found` first when there is a
  /// microphone already.
  ///
  /// - Parameter handler: called on the back end's thread, or the engine's, one call at a time. It
  ///   must not block, and must not call `listen`.
  /// - Returns: what ends it, with `cancel()` or with its last reference; a call that is running
  ///   then goes on to its end.
  public func listen(
    _ handler: @escaping @Sendable (MicrophoneEvent) -> Void
  ) -> FrameObservation {
    let id = delivery.withLock { _ in
      if let current { handler(.found(current.device, current.format)) }
      return listeners.withLock { $0.add(handler) }
    }
    return FrameObservation { [weak self] in self?.listeners.withLock { $0.remove(id) } }
  }
}

// MARK: - For the engine

extension MicrophoneFeed {
  /// The sound of this stream is the current one, from its first on: then listeners are told.
  func expect(_ stream: StreamID, _ device: MicrophoneDevice, _ format: SoundFormat) {
    state.withLock { state in
      state.current = Current(
        stream: stream, device: device, format: format, check: SoundCheck(format: format))
      state.meter.reset(format)
    }
  }

  /// There is no current stream any more: lost for a reason, or turned off. Nothing is said when none
  /// was heard.
  func lose(_ error: CaptureError?) {
    delivery.withLock { _ in
      let lost = state.withLock { state in
        defer {
          state.current = nil
          state.meter = SoundLevelMeter()
        }
        return state.current
      }
      guard let lost, lost.isHeard else { return }
      tell(error.map { .lost(lost.device, $0) } ?? .ended)
    }
  }

  /// Takes sound of a stream; of another one than the current it is dropped.
  ///
  /// *Context*: the back end's thread.
  func deliver(_ sound: AudioBuffer, from stream: StreamID) {
    delivery.withLock { silence in
      guard
        let (checked, isFirst, device) = state.withLock({
          $0.admit(sound, from: stream, at: clock.now)
        })
      else { return }
      if isFirst { tell(.found(device, checked.format)) }
      tell(.sound(isMuted ? silence.silenced(checked) : checked))
    }
  }

  /// Counts a hole that the back end has told of.
  func countGap(from stream: StreamID) {
    state.withLock { if $0.current?.stream == stream { $0.statistics.gaps += 1 } }
  }

  private func tell(_ event: MicrophoneEvent) {
    let handlers = listeners.withLock { $0 }
    handlers(event)
  }
}

/// What had to be mended in a microphone's sound.
public struct MicrophoneStatistics: Hashable, Sendable {
  /// Buffers with samples that are no number or times that run backwards.
  public internal(set) var repairs = 0
  /// Holes that the back end told of.
  public internal(set) var gaps = 0
}

/// Makes silence of sound, with one array for all buffers of a length.
struct MutedSound: Sendable {
  private var zeros: [Float] = []

  mutating func silenced(_ sound: AudioBuffer) -> AudioBuffer {
    if zeros.count != sound.samples.count {
      zeros = Array(repeating: 0, count: sound.samples.count)
    }
    return AudioBuffer(
      samples: zeros, channelCount: sound.channelCount, sampleRate: sound.sampleRate,
      presentationTime: sound.presentationTime) ?? sound
  }
}
