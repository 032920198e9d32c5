import CaptureCore
import MediaTypes
import RecordCore

/// The bounded way from the back ends' threads to the recorder's.
///
/// Holds at most `frameBound` frames and `soundBound` of sound, so that it never grows. A frame that comes
/// when it is full takes the place of the oldest, which is dropped and counted: however slow the encoder
/// is, what it gets is hardly older than the queue is long, and a crash costs no more than that. Sound
/// that comes when it is full is dropped. The few other events always find room.
///
/// *Context*: any thread; no call waits.
final class RecorderQueue: FrameSink {
  /// What the recorder is to do next, and when it came.
  struct Message: Sendable {
    enum Content: Sendable {
      case event(Take.Event)
      case frame(VideoFrame, FrameOrigin, lost: Int)
      /// Somebody waits until all that came before is done.
      case barrier(CheckedContinuation<Void, Never>)
    }

    var content: Content
    let time: MediaTime

    var isFrame: Bool { if case .frame = content { true } else { false } }
  }

  fileprivate struct State {
    var messages: [Message] = []
    var frames = 0
    var lastLoss: MediaTime?
    var sound = MediaTime.zero
    var lostSound = MediaTime.zero
    var hasTick = false
    /// Somebody is at work on the messages, or will be.
    var isServed = false
    var isOver = false
  }

  /// A quarter of a second at 30 frames a second; each may keep one of a camera's own buffers busy.
  static let frameBound = 8
  static let soundBound = MediaTime.seconds(4)
  /// A camera is taken to send on for so long after a frame that was dropped.
  static let lossPatience = MediaTime.milliseconds(250)

  let content: FrameContent
  private let clock: any MediaClock
  private let state = Locked(State())
  /// Called when there is something to do and nobody at it.
  private let wake: @Sendable () -> Void

  init(content: FrameContent, clock: any MediaClock, wake: @escaping @Sendable () -> Void) {
    self.content = content
    self.clock = clock
    self.wake = wake
  }

  /// The next message and how many frames wait behind it; nil when there is none, and the next one wakes.
  func next() -> (message: Message, backlog: Int)? {
    state.withLock { state in
      guard !state.messages.isEmpty else {
        state.isServed = false
        return nil
      }
      var message = state.messages.removeFirst()
      switch message.content {
      case .frame: state.frames -= 1
      case .event(.sound(let sound)): state.sound = state.sound - sound.duration
      case .event(.tick):
        state.hasTick = false
        message.content = .event(.tick(isLosing: state.isLosing(at: message.time)))
      case .event, .barrier: break
      }
      return (message, state.frames)
    }
  }

  /// Takes no frames, sound and ticks any more.
  func close() { state.withLock { $0.isOver = true } }

  func finish() {}

  func push(_ frame: VideoFrame, from origin: FrameOrigin) -> VideoFrame? {
    let now = clock.now
    return post { state in
      guard !state.isOver else { return nil }
      state.frames += 1
      state.messages.append(Message(content: .frame(frame, origin, lost: 0), time: now))
      return state.frames > Self.frameBound ? state.dropOldestFrame(at: now) : nil
    }
  }

  func push(_ sound: AudioBuffer) {
    let now = clock.now
    post { state in
      guard !state.isOver else { return }
      guard state.sound + sound.duration <= Self.soundBound else {
        state.lostSound = state.lostSound + sound.duration
        return
      }
      if state.lostSound > .zero {
        state.messages.append(Message(content: .event(.soundDropped(state.lostSound)), time: now))
        state.lostSound = .zero
      }
      state.sound = state.sound + sound.duration
      state.messages.append(Message(content: .event(.sound(sound)), time: now))
    }
  }

  func tick(_ now: MediaTime) {
    post { state in
      guard !state.isOver, !state.hasTick else { return }
      state.hasTick = true
      state.messages.append(Message(content: .event(.tick()), time: now))
    }
  }

  func push(_ event: Take.Event) {
    let now = clock.now
    post { $0.messages.append(Message(content: .event(event), time: now)) }
  }

  /// Suspends until everything that came before is done.
  func caughtUp() async {
    let now = clock.now
    await withCheckedContinuation { continuation in
      post { $0.messages.append(Message(content: .barrier(continuation), time: now)) }
    }
  }

  private func post<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let (result, mustWake) = state.withLock { state in
      let result = change(&state)
      let mustWake = !state.isServed && !state.messages.isEmpty
      if mustWake { state.isServed = true }
      return (result, mustWake)
    }
    if mustWake { wake() }
    return result
  }
}

extension RecorderQueue.State {
  /// Makes room; the frame behind it tells that it is missing.
  fileprivate mutating func dropOldestFrame(at now: MediaTime) -> VideoFrame? {
    guard let index = messages.firstIndex(where: \.isFrame),
      case .frame(let frame, _, let lost) = messages.remove(at: index).content
    else { return nil }
    frames -= 1
    lastLoss = now
    if let next = messages[index...].firstIndex(where: \.isFrame),
      case .frame(let follower, let origin, let before) = messages[next].content
    {
      messages[next].content = .frame(follower, origin, lost: before + lost + 1)
    }
    return frame
  }

  fileprivate func isLosing(at moment: MediaTime) -> Bool {
    lastLoss.map { moment - $0 < RecorderQueue.lossPatience } ?? false
  }
}
