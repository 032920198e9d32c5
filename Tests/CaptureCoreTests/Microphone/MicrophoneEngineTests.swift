import MediaTypes
import Synchronization
import Testing

@testable import CaptureCore

/// A back end whose one microphone does as a test says.
final class FakeMicrophones: MicrophoneBackend {
  private struct State {
    var list = MicrophoneList(microphones: [MicrophoneScript.microphone("a", isDefault: true)])
    var subscribers: [AsyncStream<MicrophoneList>.Continuation] = []
    var error: CaptureError?
    var isSilent = false
    var streams: [FakeSound] = []
  }

  let name = "one"
  let opened = EventLog<Int>()
  private let clock: SteppedClock
  private let state = Locked(State())

  init(_ clock: SteppedClock) { self.clock = clock }

  func list(_ list: MicrophoneList) {
    let subscribers = state.withLock { state in
      state.list = list
      return state.subscribers
    }
    for subscriber in subscribers { subscriber.yield(list) }
  }

  func refuse(_ error: CaptureError?) { state.withLock { $0.error = error } }
  func silence(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }
  var latest: FakeSound? { state.withLock { $0.streams.last } }
  var openCount: Int { state.withLock { $0.streams.count { !$0.isClosed } } }

  func microphoneLists() -> AsyncStream<MicrophoneList> {
    let (stream, continuation) = AsyncStream.makeStream(of: MicrophoneList.self)
    let list = state.withLock { state in
      state.subscribers.append(continuation)
      return state.list
    }
    continuation.yield(list)
    return stream
  }

  func open(
    _ microphone: MicrophoneID, format: SoundFormat
  ) async throws(CaptureError) -> any MicrophoneStream {
    let (error, isSilent) = state.withLock { ($0.error, $0.isSilent) }
    if let error { throw error }
    let stream = FakeSound(format, clock: clock, isSilent: isSilent)
    let count = state.withLock { state in
      state.streams.append(stream)
      return state.streams.count
    }
    opened.append(count)
    return stream
  }
}

final class FakeSound: MicrophoneStream {
  let format: SoundFormat
  private let clock: SteppedClock
  private let isSilent: Bool
  private struct State {
    var handler: MicrophoneHandler?
  }

  private let state = Locked(State())
  private let closed = Atomic(false)

  init(_ format: SoundFormat, clock: SteppedClock, isSilent: Bool) {
    self.format = format
    self.clock = clock
    self.isSilent = isSilent
  }

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  func start(_ handler: @escaping MicrophoneHandler) async throws(CaptureError) {
    state.withLock { $0.handler = handler }
    if !isSilent { send() }
  }

  /// Sends 10 ms of a sample.
  func send(_ sample: Float = 0.5) {
    let samples = [Float](repeating: sample, count: 480 * format.channelCount)
    let sound = AudioBuffer(
      samples: samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
      presentationTime: clock.now)
    if let sound { state.withLock { $0.handler }?(.sound(sound)) }
  }

  func fail(_ error: CaptureError) { state.withLock { $0.handler }?(.failed(error)) }
  func stop() async { state.withLock { $0.handler = nil } }

  func close() async {
    await stop()
    closed.store(true, ordering: .releasing)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct MicrophoneEngineTests {
  /// What a listener hears, in words.
  private let heard = EventLog<String>()
  private let clock = SteppedClock()
  private let backend: FakeMicrophones
  private let engine: MicrophoneEngine

  init() {
    backend = FakeMicrophones(clock)
    engine = MicrophoneEngine(backends: [backend], clock: clock)
  }

  private func listen() -> FrameObservation {
    engine.feed.listen { [heard] event in
      switch event {
      case .found(let device, _): heard.append("found \(device.id)")
      case .sound(let sound): heard.append("sound \(sound.samples[0])")
      case .lost(_, let error): heard.append("lost \(error.code)")
      case .ended: heard.append("ended")
      }
    }
  }

  @Test func choosingGivesSoundAndNoneGivesTheMicrophoneBack() async {
    let listening = listen()
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    #expect(heard.entries == ["found a", "sound 0.5"])
    #expect(await engine.state.phase == .running)
    await engine.stop()
    #expect(heard.entries.last == "ended")
    #expect(backend.openCount == 0)
    #expect(await engine.state == MicrophoneState())
    listening.cancel()
    #expect(clock.armedCount == 0, "nothing waits any more")
  }

  @Test func oneThatIsPulledOutIsLostAndFoundAgain() async {
    let listening = listen()
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    let error = CaptureError(.unplugged, "It was unplugged.")
    backend.list(MicrophoneList())
    backend.refuse(error)
    backend.latest?.fail(error)
    await heard.wait(for: { $0 == "lost unplugged" })
    await clock.pass(.milliseconds(250))
    backend.refuse(nil)
    backend.list(MicrophoneList(microphones: [MicrophoneScript.microphone("a")]))
    await heard.wait(for: { $0 == "found a" }, count: 2)
    await engine.stop()
    listening.cancel()
    #expect(backend.openCount == 0)
  }

  @Test func oneThatFallsSilentIsOpenedAnew() async {
    let listening = listen()
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    backend.silence(true)
    await clock.pass(.seconds(2))
    await heard.wait(for: { $0 == "lost noSound" })
    backend.silence(false)
    await clock.pass(.milliseconds(250))
    await heard.wait(for: { $0 == "found a" }, count: 2)
    await engine.stop()
    listening.cancel()
  }

  @Test func whatDoesNotOpenIsSaidAndTriedAgain() async {
    let busy = CaptureError(.busy, "It is in use.")
    backend.refuse(busy)
    await engine.choose(.automatic)
    #expect(await engine.settled() == busy)
    #expect(await engine.state.problem == busy)
    backend.refuse(nil)
    await clock.pass(.milliseconds(250))
    await backend.opened.wait(for: { $0 == 1 })
    await engine.stop()
  }

  @Test func muteSendsSilenceAndKeepsTime() async {
    let times = EventLog<MediaTime>()
    let listening = listen()
    let timing = engine.feed.listen { event in
      if case .sound(let sound) = event { times.append(sound.presentationTime) }
    }
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    engine.feed.isMuted = true
    clock.advance(by: .milliseconds(10))
    backend.latest?.send()
    engine.feed.isMuted = false
    clock.advance(by: .milliseconds(10))
    backend.latest?.send()
    #expect(heard.entries == ["found a", "sound 0.5", "sound 0.0", "sound 0.5"])
    #expect(
      zip(times.entries, times.entries.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(10) })
    #expect(engine.feed.levels.count == 2, "the meter goes on")
    listening.cancel()
    timing.cancel()
    await engine.stop()
  }

  @Test func aLateListenerIsToldOfTheMicrophoneFirst() async {
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    let listening = listen()
    backend.latest?.send(0.25)
    #expect(heard.entries == ["found a", "sound 0.25"])
    listening.cancel()
    backend.latest?.send()
    #expect(heard.entries.count == 2, "who has gone hears nothing")
    await engine.stop()
  }

  @Test func withNoMicrophoneTheSearchIsOverAfterAWhileAndGoesOn() async {
    backend.list(MicrophoneList())
    await engine.choose(.automatic)
    await clock.pass(.seconds(2))
    #expect(await engine.settled()?.code == .noSuchMicrophone)
    #expect(await engine.settled()?.code == .noSuchMicrophone, "also who asks later")
    backend.list(MicrophoneList(microphones: [MicrophoneScript.microphone("a")]))
    await backend.opened.wait(for: { $0 == 1 })
    await engine.stop()
  }
}
