import CaptureCore
import MediaTypes

/// What becomes of the one session for pictures, which all streams of the back end share.
///
/// ```
///             open                    start
///   empty ─────────▶ configured ─────────▶ running ◀───────────┐ open, start
///     ▲                  │ last close        │ │ │ last close   │
///     ├──────────────────┘                   │ │ └────────▶ lingering
///     │                                      │ │                │ time passed
///     ├── run-time error, the second ────────┘ │ interrupted    ▼
///     │                                        ▼              empty
///     │                                  interrupted ── ended ─▶ lingering
///     └──────────────────────────────────────┘ session lost
/// ```
///
/// A camera that is closed stays in the session for a moment, so that a flip, which closes one camera and
/// opens another, changes a session that runs, in one configuration. A pure value: events in, actions out.
struct VideoSessionMachine: Hashable, Sendable {
  /// One opening of a camera.
  struct Ticket: Hashable, Sendable {
    let rawValue: UInt64
  }

  enum Phase: Hashable, Sendable {
    case empty, configured, running, lingering
    case interrupted(CaptureError)
  }

  enum Event: Hashable, Sendable {
    case open(Ticket, CameraID)
    case start(Ticket)
    case close(Ticket)
    /// What `linger` asked for.
    case timePassed
    case unplugged(CameraID)
    case interrupted(CaptureError)
    case interruptionEnded
    /// The session has stopped by itself.
    case runtimeError(CaptureError)
  }

  enum Action: Hashable, Sendable {
    /// One configuration: these cameras go, this one comes. When it cannot come all is as it was, and the
    /// machine too.
    case configure(remove: [CameraID], add: CameraID?)
    /// `startRunning`
    case run
    /// `stopRunning`
    case halt
    /// Send `timePassed` after `grace`.
    case linger
    /// The stream of this ticket is over.
    case fail(Ticket, CaptureError)
    /// The caller's wish cannot be had.
    case refuse(CaptureError)
    /// Cameras cannot be had at present, for this reason; nil when they can.
    case obstruct(CaptureError?)
    /// Use a new session from now on.
    case discard
  }

  private struct Seat: Hashable, Sendable {
    let ticket: Ticket
    let camera: CameraID
  }

  private(set) var phase = Phase.empty
  private var seats: [Seat] = []
  /// The cameras whose input is in the session; those without a seat are on their way out.
  private var fitted: [CameraID] = []
  private var hasRestarted = false
  private let holdsSeveral: Bool

  /// How long a camera that nobody has stays in the session: more than a flip takes, and little enough
  /// for the light beside the lens to go out when a person expects it.
  static let grace = MediaTime.milliseconds(500)

  /// - Parameter holdsSeveral: whether the session takes several cameras at once.
  init(holdsSeveral: Bool) { self.holdsSeveral = holdsSeveral }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .open(let ticket, let camera): open(ticket, camera)
    case .start(let ticket): start(ticket)
    case .close(let ticket): close(ticket)
    case .timePassed: phase == .lingering ? [.halt] + empty() : []
    case .unplugged(let camera): unplug(camera)
    case .interrupted(let reason): interrupt(reason)
    case .interruptionEnded: resume()
    case .runtimeError(let error): recover(error)
    }
  }
}

// MARK: - The events

extension VideoSessionMachine {
  private mutating func open(_ ticket: Ticket, _ camera: CameraID) -> [Action] {
    if case .interrupted(let reason) = phase { return [.refuse(reason)] }
    guard !seats.contains(where: { $0.camera == camera }) else {
      return [
        .refuse(
          CaptureError(
            .busy, "The camera is open already.", remedy: "Close its other stream first."))
      ]
    }
    guard holdsSeveral || seats.isEmpty else {
      return [
        .refuse(
          CaptureError(
            .busy, "This device runs one camera at a time.", remedy: "Close the other one first."))
      ]
    }
    let leaving = vacant.filter { $0 != camera }
    seats.append(Seat(ticket: ticket, camera: camera))
    fitted = fitted.filter { !leaving.contains($0) && $0 != camera } + [camera]
    phase = phase == .empty || phase == .configured ? .configured : .running
    return [.configure(remove: leaving, add: camera)]
  }

  private mutating func start(_ ticket: Ticket) -> [Action] {
    if case .interrupted(let reason) = phase { return [.refuse(reason)] }
    guard seats.contains(where: { $0.ticket == ticket }) else {
      return [
        .refuse(
          CaptureError(
            .unplugged, "The camera was lost before it started.", remedy: "Open it again."))
      ]
    }
    guard phase == .configured else { return [] }
    phase = .running
    hasRestarted = false
    return [.run]
  }

  private mutating func close(_ ticket: Ticket) -> [Action] {
    guard let seat = seats.first(where: { $0.ticket == ticket }) else { return [] }
    seats.removeAll { $0.ticket == ticket }
    guard seats.isEmpty else {
      fitted.removeAll { $0 == seat.camera }
      return [.configure(remove: [seat.camera], add: nil)]
    }
    return lastHasGone()
  }

  private mutating func unplug(_ camera: CameraID) -> [Action] {
    guard fitted.contains(camera) else { return [] }
    let lost = seats.filter { $0.camera == camera }
    seats.removeAll { $0.camera == camera }
    fitted.removeAll { $0 == camera }
    let error = CaptureError(.unplugged, "The camera is not connected any more.")
    let end = lost.isEmpty || !seats.isEmpty ? [] : lastHasGone()
    return lost.map { .fail($0.ticket, error) } + [.configure(remove: [camera], add: nil)] + end
  }

  private mutating func interrupt(_ reason: CaptureError) -> [Action] {
    guard phase == .running || phase == .lingering else { return [] }
    let failures = failAll(reason)
    // The session is left as it is, or nobody would say when the interruption ends.
    phase = .interrupted(reason)
    return failures + [.obstruct(reason)]
  }

  private mutating func resume() -> [Action] {
    guard case .interrupted = phase else { return [] }
    phase = .lingering
    return [.obstruct(nil), .linger]
  }

  /// The first error of a run is answered by starting the same session again, as after the system's media
  /// services were reset; the second ends it.
  private mutating func recover(_ error: CaptureError) -> [Action] {
    switch phase {
    case .running where !hasRestarted:
      hasRestarted = true
      return [.run]
    case .empty, .configured: return []
    case .running, .lingering:
      return failAll(error) + [.halt] + empty() + [.discard]
    case .interrupted:
      return [.halt] + empty() + [.discard, .obstruct(nil)]
    }
  }
}

// MARK: - Parts

extension VideoSessionMachine {
  private var vacant: [CameraID] {
    fitted.filter { camera in !seats.contains { $0.camera == camera } }
  }

  private mutating func failAll(_ error: CaptureError) -> [Action] {
    defer { seats = [] }
    return seats.map { .fail($0.ticket, error) }
  }

  private mutating func lastHasGone() -> [Action] {
    switch phase {
    case .running:
      phase = .lingering
      return [.linger]
    case .configured: return empty()
    case .empty, .lingering, .interrupted: return []
    }
  }

  private mutating func empty() -> [Action] {
    defer { (phase, fitted, hasRestarted) = (.empty, [], false) }
    return fitted.isEmpty ? [] : [.configure(remove: fitted, add: nil)]
  }
}
