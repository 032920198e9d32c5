import MediaTypes

/// Decides what an engine does to have sound: which microphone to open, when it is lost, when to try
/// again. A pure value; `MicrophoneEngine` does what it says.
///
/// ```
///             choose                 one that fits is there
///     off ───────────▶ searching ─────────────────────────▶ opening
///      ▲                │  ▲  ▲                              │   │ first sound
///      │ choose(.none)  │  │  │ gone from the list           │   ▼
///      └── from anywhere   │  └──────────────────────────────│ running
///                          │ retry due, none fits    failed, │   │ failed, stalled
///                          │                         late    ▼   ▼
///                          └─────────────────────────────── waiting ──▶ opening
///                                                              retry due, or the list shows
///                                                              a better one
/// ```
///
/// Another choice, and with `automatic` another default of the system, goes from every state to
/// `opening` of that one. A microphone that fails twice stands back behind others that do not.
struct MicrophoneStateMachine: Sendable {
  enum Event: Sendable {
    case choose(MicrophoneChoice)
    case list(MicrophoneList, backend: String)
    case opened(StreamID, SoundFormat)
    case firstSound(StreamID)
    case failed(StreamID, CaptureError)
    /// The stream's timer has fired; for so long it has been quiet.
    case deadline(StreamID, quiet: MediaTime)
    case retryDue
    case searchOver
  }

  enum Timer: Hashable, Sendable {
    case search
    case retry
    case stream(StreamID)
  }

  enum Action: Hashable, Sendable {
    case watch
    case unwatch
    case open(StreamID, MicrophoneDevice, SoundFormat)
    case start(StreamID)
    case close(StreamID)
    /// Its sound is the current one from its first on.
    case expect(StreamID, MicrophoneDevice, SoundFormat)
    /// There is no current sound any more; nil when that was wished.
    case lose(CaptureError?)
    case arm(Timer, MediaTime)
    case disarm(Timer)
    /// The state that a person sees has changed.
    case tell(MicrophoneState)
    /// What goes on has come to a first end; those who wait for it are answered.
    case settle(CaptureError?)
  }

  private struct Attempt: Sendable {
    let stream: StreamID
    let device: MicrophoneDevice
    var format: SoundFormat?
  }

  private enum Phase: Sendable {
    case off
    case searching
    case opening(Attempt)
    case running(Attempt)
    case waiting
  }

  private let settings: MicrophoneSettings
  private let backends: [String]
  private var directory: MicrophoneDirectory
  private var phase = Phase.off
  private var choice = MicrophoneChoice.none
  private var used: MicrophoneID?
  private var failures: [MicrophoneID: Int] = [:]
  /// Attempts that failed since there was sound; the pause grows with it.
  private var attempts = 0
  private var problem: CaptureError?
  private var lastStream: UInt64 = 0
  private var told = MicrophoneState()

  init(settings: MicrophoneSettings, backends: [String]) {
    self.settings = settings
    self.backends = backends
    directory = MicrophoneDirectory(backendOrder: backends)
  }

  /// Takes one event.
  ///
  /// - Returns: what is to be done, in this order.
  mutating func handle(_ event: Event) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .choose(let choice): choose(choice, &actions)
    case .list(let list, let backend): take(list, from: backend, &actions)
    case .opened(let stream, let format): opened(stream, format, &actions)
    case .firstSound(let stream): heard(stream, &actions)
    case .failed(let stream, let error): fail(stream, error, &actions)
    case .deadline(let stream, let quiet): check(stream, quiet: quiet, &actions)
    case .retryDue: if case .waiting = phase { seek(&actions) }
    case .searchOver: if case .searching = phase { giveUpWaiting(&actions) }
    }
    if state != told {
      told = state
      actions.append(.tell(told))
    }
    return actions
  }

  /// What a person sees.
  var state: MicrophoneState {
    var state = MicrophoneState()
    (state.choice, state.problem) = (choice, problem)
    switch phase {
    case .off: return state
    case .searching: (state.phase, state.problem) = (.searching, problem ?? directory.list.problem)
    case .opening(let attempt):
      (state.phase, state.device, state.format) = (.opening, attempt.device, attempt.format)
    case .running(let attempt):
      (state.phase, state.device, state.format) = (.running, attempt.device, attempt.format)
    case .waiting: state.phase = .waiting
    }
    state.microphones = directory.list.microphones
    return state
  }
}

// MARK: - Choosing

extension MicrophoneStateMachine {
  private mutating func choose(_ choice: MicrophoneChoice, _ actions: inout [Action]) {
    self.choice = choice
    (problem, attempts, failures) = (nil, 0, [:])
    if choice == .none { return turnOff(&actions) }
    switch phase {
    case .off:
      directory = MicrophoneDirectory(backendOrder: backends)
      phase = .searching
      actions += [.watch, .arm(.search, settings.searchTimeout)]
    case .searching: actions.append(.arm(.search, settings.searchTimeout))
    case .waiting: seek(&actions)
    case .opening(let attempt), .running(let attempt):
      if let best, best.id == attempt.device.id {
        if case .running = phase { actions.append(.settle(nil)) }
      } else {
        leave(attempt, because: nil, &actions)
        seek(&actions)
      }
    }
  }

  private mutating func turnOff(_ actions: inout [Action]) {
    switch phase {
    case .off: break
    case .opening(let attempt), .running(let attempt): leave(attempt, because: nil, &actions)
    case .searching: actions.append(.disarm(.search))
    case .waiting: actions.append(.disarm(.retry))
    }
    if case .off = phase {} else { actions.append(.unwatch) }
    phase = .off
    actions.append(.settle(nil))
  }

  private mutating func take(
    _ list: MicrophoneList, from backend: String, _ actions: inout [Action]
  ) {
    let before = Set(directory.list.microphones.map(\.id))
    guard directory.update(list, from: backend) else { return }
    // One that is back, or that left, begins anew.
    failures = failures.filter { id, _ in before.contains(id) && directory[id] != nil }
    switch phase {
    case .off: break
    case .searching: if best != nil { seek(&actions) }
    case .waiting:
      guard let best, failures[best.id] == nil else { return }
      seek(&actions)
    case .opening(let attempt), .running(let attempt): reconsider(attempt, &actions)
    }
  }

  /// The list has changed under an open microphone.
  private mutating func reconsider(_ attempt: Attempt, _ actions: inout [Action]) {
    guard let best, best.id != attempt.device.id, best.isDefault, failures[best.id] == nil
    else { return }
    // One that is not listed any more says so itself, as a failure, if it is really gone: lists of
    // services blink. But a better way to microphones, when it is back, takes over.
    guard directory[attempt.device.id] != nil || best.backend != attempt.device.backend
    else { return }
    leave(attempt, because: Self.superseded(attempt.device, best), &actions)
    seek(&actions)
  }

  /// Whoever asks after this gets the answer of those who waited for it.
  private mutating func giveUpWaiting(_ actions: inout [Action]) {
    problem = problem ?? missing
    actions.append(.settle(problem))
  }

  /// The microphone to take now: the first of those that have failed least.
  private var best: MicrophoneDevice? {
    let candidates = directory.candidates(for: choice, used: used)
    let patience = { (device: MicrophoneDevice) in (failures[device.id] ?? 0) / 2 }
    guard let least = candidates.map(patience).min() else { return nil }
    return candidates.first { patience($0) == least }
  }

  /// Opens the best microphone, or searches where there is none.
  private mutating func seek(_ actions: inout [Action]) {
    if case .searching = phase { actions.append(.disarm(.search)) }
    if case .waiting = phase { actions.append(.disarm(.retry)) }
    guard let best else {
      phase = .searching
      problem = problem ?? missing
      return actions.append(.arm(.search, settings.searchTimeout))
    }
    lastStream += 1
    let attempt = Attempt(stream: StreamID(rawValue: lastStream), device: best)
    phase = .opening(attempt)
    actions += [
      .open(attempt.stream, best, settings.format),
      .arm(.stream(attempt.stream), settings.openTimeout),
    ]
  }
}

// MARK: - Streams

extension MicrophoneStateMachine {
  private mutating func opened(
    _ stream: StreamID, _ format: SoundFormat, _ actions: inout [Action]
  ) {
    guard case .opening(var attempt) = phase, attempt.stream == stream else {
      return actions.append(.close(stream))
    }
    guard format.isValid else {
      return fail(stream, Self.notSound(attempt.device, format), &actions)
    }
    attempt.format = format
    phase = .opening(attempt)
    actions += [
      .expect(stream, attempt.device, format), .start(stream),
      .arm(.stream(stream), settings.firstSoundTimeout),
    ]
  }

  private mutating func heard(_ stream: StreamID, _ actions: inout [Action]) {
    guard case .opening(let attempt) = phase, attempt.stream == stream, attempt.format != nil
    else { return }
    phase = .running(attempt)
    (used, problem, attempts) = (attempt.device.id, nil, 0)
    failures[attempt.device.id] = nil
    actions += [.arm(.stream(stream), settings.stallTimeout), .settle(nil)]
  }

  private mutating func check(
    _ stream: StreamID, quiet: MediaTime, _ actions: inout [Action]
  ) {
    switch phase {
    case .opening(let attempt) where attempt.stream == stream:
      fail(stream, Self.silent(attempt.device), &actions)
    case .running(let attempt) where attempt.stream == stream:
      guard quiet < settings.stallTimeout else {
        return fail(stream, Self.silent(attempt.device), &actions)
      }
      actions.append(.arm(.stream(stream), settings.stallTimeout - quiet))
    default: break
    }
  }

  private mutating func fail(
    _ stream: StreamID, _ error: CaptureError, _ actions: inout [Action]
  ) {
    switch phase {
    case .opening(let attempt) where attempt.stream == stream:
      failed(attempt, error, &actions)
    case .running(let attempt) where attempt.stream == stream:
      failed(attempt, error, &actions)
    default: break
    }
  }

  private mutating func failed(
    _ attempt: Attempt, _ error: CaptureError, _ actions: inout [Action]
  ) {
    leave(attempt, because: error, &actions)
    problem = error
    failures[attempt.device.id, default: 0] += 1
    attempts += 1
    phase = .waiting
    let doublings = Int64(1) << Int64(min(attempts - 1, 4))
    let delay = MediaTime(nanoseconds: settings.retryDelay.nanoseconds * doublings)
    actions += [.arm(.retry, delay), .settle(error)]
  }

  private func leave(
    _ attempt: Attempt, because error: CaptureError?, _ actions: inout [Action]
  ) {
    actions += [.disarm(.stream(attempt.stream)), .lose(error), .close(attempt.stream)]
  }
}

// MARK: - Words

extension MicrophoneStateMachine {
  private var missing: CaptureError {
    if let problem = directory.list.problem { return problem }
    if case .id(let id) = choice {
      return CaptureError(
        .noSuchMicrophone, "There is no microphone \(CameraDevice.printable(id.rawValue)).",
        remedy: "`viewfinder devices` lists those that are there.")
    }
    return CaptureError(
      .noSuchMicrophone, "There is no microphone.", remedy: "Connect one; it is used at once.")
  }

  private static func silent(_ device: MicrophoneDevice) -> CaptureError {
    CaptureError(
      .noSound, "\(device.name) sends no sound.",
      remedy: "It is opened again; if that does not help, unplug it and plug it in again.")
  }

  private static func notSound(_ device: MicrophoneDevice, _ format: SoundFormat) -> CaptureError {
    CaptureError(.unsupportedFormat, "\(device.name) offers \(format), which is no sound.")
  }

  private static func superseded(
    _ old: MicrophoneDevice, _ new: MicrophoneDevice
  ) -> CaptureError {
    CaptureError(.superseded, "The system's microphone is now \(new.name), not \(old.name).")
  }
}
