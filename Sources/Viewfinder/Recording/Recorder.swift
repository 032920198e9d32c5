import CaptureCore
import Dispatch
import MediaTypes
import RecordCore
import SystemThreads

/// Writes one movie: takes frames and sound from its queue, asks `Take` what to do about them and does it.
///
/// All of its work is done on a serial dispatch queue of its own, which may block for as long as encoding
/// and writing take, and never on an actor or a task.
final class Recorder: Sendable {
  let queue: RecorderQueue
  let progress = StateBoard(TakeProgress())
  let outcome = Outcome()
  private let clock: any MediaClock
  private let thread: DispatchQueue
  private let work: RecorderWork
  private let timer = Locked<(any MediaTimer)?>(nil)
  private let step: MediaTime

  /// What a movie and its writer are made of.
  struct Plan: Sendable {
    let path: String
    let settings: MovieSettings
    let limits: TakeLimits
    let backend: any MovieBackend
    let clock: any MediaClock
    var drawnFlip: DrawnFlip?
  }

  /// Opens the file; nothing is written until the first frame.
  static func open(_ plan: Plan) async throws(RecordError) -> Recorder {
    let thread = DispatchQueue(label: "viewfinder.recorder", qos: .userInitiated)
    let work = try await thread.perform { () throws(RecordError) in try RecorderWork(plan) }
    return Recorder(plan, thread: thread, work: work)
  }

  private init(_ plan: Plan, thread: DispatchQueue, work: RecorderWork) {
    self.thread = thread
    self.work = work
    clock = plan.clock
    // Held pictures come as steadily as others do.
    step = max(plan.settings.canvas.rate.frameDuration, .milliseconds(20))
    let (progress, outcome) = (progress, outcome)
    let waker = Waker()
    queue = RecorderQueue(
      content: plan.settings.passesThrough ? .asCaptured : .decoded, clock: plan.clock
    ) { waker() }
    waker.set { [weak queue, thread] in
      guard let queue else { return }
      thread.async { work.run(queue, progress, outcome) }
    }
  }

  /// Without an owner nobody can stop it: it is ended well.
  deinit {
    thread.async { [work, queue, progress, outcome, clock] in
      work.abandon(at: clock.now)
      work.run(queue, progress, outcome)
    }
  }

  /// Begins to let time go on.
  func start() {
    let timer = clock.makeTimer(label: "recorder") { [weak self] now in self?.tick(now) }
    self.timer.withLock { $0 = timer }
    timer.schedule(at: clock.now + step)
  }

  private func tick(_ now: MediaTime) {
    guard outcome.value == nil else { return }
    queue.tick(now)
    timer.withLock { $0 }?.schedule(at: now + step)
  }
}

/// What the recorder's queue wakes; set once the recorder's parts know each other.
final class Waker: Sendable {
  /// An object, since a closure would be wrapped twice each time it is taken out.
  private final class Action: Sendable {
    let perform: @Sendable () -> Void

    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
  }

  private let action = Locked<Action?>(nil)

  func set(_ perform: @escaping @Sendable () -> Void) {
    let action = Action(perform)
    self.action.withLock { $0 = action }
  }

  func callAsFunction() { action.withLock { $0 }?.perform() }
}

/// The end of a recording, for any number of tasks that wait for it.
final class Outcome: Sendable {
  typealias Value = Result<TakeReport, RecordError>
  private struct State {
    var value: Value?
    var waiters: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Locked(State())

  var value: Value? { state.withLock(\.value) }

  func set(_ value: Value) {
    let waiters = state.withLock { state in
      state.value = state.value ?? value
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: value) }
  }

  func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state in
        if state.value == nil { state.waiters.append(continuation) }
        return state.value
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
