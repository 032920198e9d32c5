import CaptureCore
import MediaTypes

/// One look at a camera's settings, or one change, or a watch over them, on the loop's thread.
///
/// ```
///     reading ──▶ setting ──▶ ended
///        ├──────────────────────▲
///        └──▶ watching ─────────┘
/// ```
final class SettingsTask {
  /// Answers whoever waits, exactly once.
  typealias Reply = (Result<[CameraControl], CaptureError>) -> Void

  enum Purpose {
    /// All settings.
    case list(Reply)
    /// The one that was changed, as it is then.
    case set(CameraControl.ID, Int, Reply)
    case watch(AsyncStream<CameraControl>.Continuation)
  }

  private enum State {
    case reading(Purpose)
    case setting(CameraControl.ID, Reply)
    case watching(AsyncStream<CameraControl>.Continuation)
    case ended
  }

  /// How long PipeWire and the node may take in all.
  static let limit = MediaTime.seconds(3)

  let camera: CameraNode
  private let timer: any MediaTimer
  private let ended: () -> Void
  private var state: State
  private var object: SettingsObject?

  /// - Parameters:
  ///   - timePassed: called on any thread; leads to `timePassed()`.
  ///   - ended: the task is not needed any more; leads to letting go of it, later.
  init(
    _ purpose: Purpose, of camera: CameraNode, in graph: CameraGraph, clock: any MediaClock,
    timePassed: @escaping @Sendable () -> Void, ended: @escaping () -> Void
  ) {
    self.camera = camera
    self.ended = ended
    state = .reading(purpose)
    timer = clock.makeTimer(label: "pipewire settings") { _ in timePassed() }
    object = graph.settings(of: camera.node) { [unowned self] in changed($0) }
    timer.schedule(at: clock.now + Self.limit)
    // The graph may outlive the task.
    graph.afterAnswers { [weak self] in self?.known() }
  }

  deinit { fail(Fault.noAnswer) }

  /// Ends it with a reason.
  func fail(_ error: CaptureError) {
    let old = state
    end()
    switch old {
    case .reading(let purpose): Self.refuse(purpose, error)
    case .setting(_, let reply): reply(.failure(error))
    case .watching(let watcher): watcher.finish()
    case .ended: break
    }
  }

  /// Answers that it cannot be done.
  static func refuse(_ purpose: Purpose, _ error: CaptureError) {
    switch purpose {
    case .list(let reply), .set(_, _, let reply): reply(.failure(error))
    case .watch(let watcher): watcher.finish()
    }
  }

  /// The time is over. A node that has not told of a change by then keeps what it had, or says nothing
  /// of what does not change.
  func timePassed() {
    switch state {
    case .setting(let id, let reply): answer(id, reply)
    case .reading: fail(Fault.noAnswer)
    case .watching, .ended: break
    }
  }

  private func end() {
    if case .ended = state { return }
    state = .ended
    timer.cancel()
    ended()
  }

  private func known() {
    guard case .reading(let purpose) = state, let settings = object?.settings else { return }
    switch purpose {
    case .list(let reply):
      end()
      reply(.success(settings.controls))
    case .set(let id, let value, let reply): set(id, to: value, settings, reply)
    case .watch(let watcher):
      timer.cancel()
      state = .watching(watcher)
    }
  }

  private func set(
    _ id: CameraControl.ID, to value: Int, _ settings: ControlProperties, _ reply: @escaping Reply
  ) {
    do throws(CaptureError) {
      guard let (property, control) = settings[id] else {
        throw CaptureError.noSuchSetting(id, of: camera.device.name, known: settings.controls)
      }
      try control.check(value)
      state = .setting(id, reply)
      if control.value == value { return answer(id, reply) }
      object?.set(ControlProperties.setting(property, to: value))
    } catch {
      end()
      reply(.failure(error))
    }
  }

  private func changed(_ controls: [CameraControl]) {
    switch state {
    case .setting(let id, let reply):
      if controls.contains(where: { $0.id == id }) { answer(id, reply) }
    case .watching(let watcher): for control in controls { watcher.yield(control) }
    case .reading, .ended: break
    }
  }

  private func answer(_ id: CameraControl.ID, _ reply: Reply) {
    let control = object?.settings[id]?.control
    end()
    reply(control.map { .success([$0]) } ?? .failure(Fault.noAnswer))
  }
}
