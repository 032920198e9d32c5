public import MediaTypes

/// Has sound from one microphone at a time, and finds it again by itself when it is lost: the driver
/// that does what `MicrophoneStateMachine` decides.
///
/// Sound does not pass through here: it goes from the back end's thread to the feed.
///
/// Not for a program that only wants a camera with sound; `CameraSession` of `Viewfinder` has one.
///
/// *Context*: an actor; no call blocks a thread.
public actor MicrophoneEngine {
  typealias Machine = MicrophoneStateMachine

  private enum Message: Sendable {
    case event(Machine.Event)
    case fired(Machine.Timer, generation: UInt64)
  }

  private struct OpenStream {
    let stream: any MicrophoneStream
    let monitor = StreamMonitor()
  }

  private let backends: [any MicrophoneBackend]
  private let clock: any MediaClock
  private let observer: @Sendable (MicrophoneState) -> Void
  private let inbox: AsyncStream<Message>.Continuation
  private var unread: AsyncStream<Message>?
  private var machine: Machine
  private var timers = EngineTimers<Machine.Timer>()
  private var watches: [Task<Void, Never>] = []
  private var streams: [StreamID: OpenStream] = [:]
  /// The latest closing: a microphone that can be open once only is given back before it is opened anew.
  private var closing: Task<Void, Never>?
  private var waiters: [CheckedContinuation<CaptureError?, Never>] = []
  private var isSettled = true

  /// Where the sound comes out.
  public nonisolated let feed: MicrophoneFeed

  /// Makes an engine that holds no microphone.
  ///
  /// - Parameters:
  ///   - backends: the ways to microphones, the preferred first.
  ///   - clock: what time-outs are measured on.
  ///   - settings: what to ask for, and how patiently.
  ///   - observer: told of each change of the state, in order, by the engine; must not block.
  public init(
    backends: [any MicrophoneBackend], clock: any MediaClock,
    settings: MicrophoneSettings = MicrophoneSettings(),
    observer: @escaping @Sendable (MicrophoneState) -> Void = { _ in }
  ) {
    self.backends = backends
    self.clock = clock
    self.observer = observer
    feed = MicrophoneFeed(clock: clock)
    machine = Machine(settings: settings, backends: backends.map(\.name))
    let (stream, inbox) = AsyncStream.makeStream(of: Message.self)
    (unread, self.inbox) = (stream, inbox)
  }

  deinit {
    inbox.finish()
    for watch in watches { watch.cancel() }
    for open in streams.values { Task { [stream = open.stream] in await stream.close() } }
  }

  /// Says which microphone to have from now on; `none` gives it back.
  ///
  /// *Context*: any state; returns at once, see `settled()`.
  public func choose(_ choice: MicrophoneChoice) {
    listen()
    isSettled = false
    process(.choose(choice))
  }

  /// Waits until what was chosen last gives sound, or has failed once; then the engine goes on trying
  /// by itself.
  ///
  /// - Returns: why there is no sound yet; nil when there is, or none was wished.
  ///
  /// *Context*: any state; suspends for at most the time-outs of the settings.
  public func settled() async -> CaptureError? {
    guard !isSettled else { return machine.state.problem }
    return await withCheckedContinuation { waiters.append($0) }
  }

  /// Gives the microphone back, and returns when it is.
  public func stop() async {
    choose(.none)
    await closing?.value
  }

  /// What goes on.
  public var state: MicrophoneState { machine.state }
}

// MARK: - Driving the machine

extension MicrophoneEngine {
  /// Begins to read the inbox; does nothing the second time.
  private func listen() {
    guard let messages = unread else { return }
    unread = nil
    Task { [weak self] in
      for await message in messages { await self?.receive(message) }
    }
  }

  private func receive(_ message: Message) {
    switch message {
    case .event(let event): process(event)
    case .fired(let timer, let generation):
      guard timers.accept(timer, generation: generation) else { return }
      process(event(for: timer))
    }
  }

  private func event(for timer: Machine.Timer) -> Machine.Event {
    switch timer {
    case .search: .searchOver
    case .retry: .retryDue
    case .stream(let id):
      .deadline(id, quiet: streams[id]?.monitor.quiet(at: clock.now) ?? .zero)
    }
  }

  private func process(_ event: Machine.Event) {
    for action in machine.handle(event) { perform(action) }
  }

  private func perform(_ action: Machine.Action) {
    switch action {
    case .watch: watch()
    case .unwatch: unwatch()
    case .open(let id, let device, let format): open(id, device, format)
    case .start(let id): start(id)
    case .close(let id): close(id)
    case .expect(let id, let device, let format): feed.expect(id, device, format)
    case .lose(let error): feed.lose(error)
    case .arm(let timer, let delay): arm(timer, delay)
    case .disarm(let timer): timers.disarm(timer)
    case .tell(let state): observer(state)
    case .settle(let error): settle(error)
    }
  }

  private func arm(_ timer: Machine.Timer, _ delay: MediaTime) {
    timers.arm(timer, at: clock.now + delay, on: clock, label: "microphone \(timer)") { [inbox] in
      inbox.yield(.fired(timer, generation: $0))
    }
  }

  private func settle(_ error: CaptureError?) {
    isSettled = true
    for waiter in waiters { waiter.resume(returning: error) }
    waiters = []
  }
}

// MARK: - Effects

extension MicrophoneEngine {
  private func watch() {
    watches = backends.map { backend in
      let (name, lists) = (backend.name, backend.microphoneLists())
      return Task { [inbox] in
        for await list in lists { inbox.yield(.event(.list(list, backend: name))) }
      }
    }
  }

  private func unwatch() {
    for watch in watches { watch.cancel() }
    watches = []
  }

  private func open(_ id: StreamID, _ device: MicrophoneDevice, _ format: SoundFormat) {
    guard let backend = backends.first(where: { $0.name == device.backend }) else {
      let error = CaptureError(.noSuchMicrophone, "No back end is called \(device.backend).")
      inbox.yield(.event(.failed(id, error)))
      return
    }
    Task { [weak self, inbox, closing] in
      await closing?.value
      do throws(CaptureError) {
        let stream = try await backend.open(device.id, format: format)
        if let self { await self.opened(id, stream) } else { await stream.close() }
      } catch {
        inbox.yield(.event(.failed(id, error)))
      }
    }
  }

  private func opened(_ id: StreamID, _ stream: any MicrophoneStream) {
    streams[id] = OpenStream(stream: stream)
    process(.opened(id, stream.format))
  }

  private func start(_ id: StreamID) {
    guard let open = streams[id] else { return }
    open.monitor.start(at: clock.now)
    let handler = handler(for: id, open.monitor)
    Task { [inbox] in
      do throws(CaptureError) {
        try await open.stream.start(handler)
      } catch {
        inbox.yield(.event(.failed(id, error)))
      }
    }
  }

  /// What runs on the back end's thread: only a first sound and a failure come to the engine.
  private func handler(for id: StreamID, _ monitor: StreamMonitor) -> MicrophoneHandler {
    { [feed, inbox, clock] event in
      switch event {
      case .sound(let sound):
        feed.deliver(sound, from: id)
        if monitor.note(frame: sound.presentationTime, arrival: clock.now) {
          inbox.yield(.event(.firstSound(id)))
        }
      case .gap: feed.countGap(from: id)
      case .failed(let error): inbox.yield(.event(.failed(id, error)))
      }
    }
  }

  private func close(_ id: StreamID) {
    guard let open = streams.removeValue(forKey: id) else { return }
    closing = Task { [closing] in
      await open.stream.close()
      await closing?.value
    }
  }
}
