import CaptureCore
import Dispatch
import MediaTypes

/// What the owner of a stream and its thread tell each other.
///
/// ```
///     opened ──start──▶ started ──stop, close──▶ ended
///        └───────────────stop, close──────────────▲
/// ```
///
/// *Context*: `start` and `end` from any thread; the waits from the stream's own.
final class StreamControl: Sendable {
  private enum Phase: Sendable {
    case opened
    case started(CaptureHandler)
    case ended
  }

  let clock: any MediaClock
  let interruption: Interruption
  private let phase = Locked(Phase.opened)
  /// Signalled when something has changed: the phase, or the time.
  private let change = DispatchSemaphore(value: 0)
  private let timer: any MediaTimer

  init(clock: any MediaClock) {
    self.clock = clock
    interruption = Interruption(clock: clock)
    let change = change
    timer = clock.makeTimer(label: "picture") { _ in change.signal() }
  }

  /// - Returns: false when it was started or ended before.
  func start(_ handler: @escaping CaptureHandler) -> Bool {
    let isFirst = phase.withLock { phase in
      guard case .opened = phase else { return false }
      phase = .started(handler)
      return true
    }
    if isFirst { change.signal() }
    return isFirst
  }

  /// Ends every wait, now and later.
  func end() {
    let handler = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    // What the handler holds is let go outside the lock.
    withExtendedLifetime(handler) {}
    interruption.cancel()
    change.signal()
  }

  /// Blocks until the stream is started.
  ///
  /// - Returns: nil when it was ended instead.
  func waitForStart() -> CaptureHandler? {
    while true {
      switch phase.withLock({ $0 }) {
      case .opened: change.wait()
      case .started(let handler): return handler
      case .ended: return nil
      }
    }
  }

  /// Blocks until the clock has come to a moment.
  ///
  /// - Returns: whether the stream still goes on.
  func wait(until moment: MediaTime) -> Bool {
    guard moment > clock.now else { return !interruption.isCancelled }
    timer.schedule(at: moment)
    while moment > clock.now, !interruption.isCancelled { change.wait() }
    timer.cancel()
    return !interruption.isCancelled
  }
}
