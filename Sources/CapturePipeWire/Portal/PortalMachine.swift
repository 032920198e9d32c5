import CaptureCore
import MediaTypes

/// What is asked of the camera portal, and in which order.
///
///     reaching ──▶ asking ──▶ waiting ──▶ opening ──▶ ended
///         └───────────┴──────────┴───────────┴──────────▲
///
/// `waiting` is for the person, who may take long; everything else is an answer of programs. The answer
/// may come before the portal has confirmed the question.
///
/// A pure value: events in, actions out.
struct PortalMachine: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// The bus does not let us talk yet.
    case reaching
    /// The portal has been asked and has not confirmed it.
    case asking
    /// The person has not answered; whether somebody has been told that they are asked.
    case waiting(isTold: Bool)
    /// PipeWire's descriptor has been asked for.
    case opening
    case ended
  }

  enum Event: Hashable, Sendable {
    case ready
    case confirmed
    /// `Response`: 0 yes, 1 no, 2 ended in some other way.
    case responded(UInt32)
    case opened(Descriptor)
    /// An error in place of an answer, by its D-Bus name.
    case failed(name: String, message: String)
    /// The bus, or the portal on it, is gone.
    case vanished
    case timePassed
  }

  enum Action: Hashable, Sendable {
    /// `AccessCamera`
    case ask
    /// `OpenPipeWireRemote`
    case open
    /// Take the question off the screen.
    case withdraw
    /// Send `timePassed` after so long; replaces an earlier time.
    case wait(MediaTime)
    /// The question has been on the screen for a while.
    case tellAsking
    case finish(PortalAnswer)
  }

  /// How long programs may take for a step.
  static let stepLimit = MediaTime.seconds(5)
  /// Portals remember answers: what comes faster than this was no person.
  static let quickAnswer = MediaTime.seconds(1)
  /// How long a person may take.
  static let patience = MediaTime.seconds(120)

  private(set) var state = State.reaching

  mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.ended, _): return []
    case (.reaching, .ready): return go(.asking, [.wait(Self.stepLimit), .ask])
    case (.asking, .confirmed): return go(.waiting(isTold: false), [.wait(Self.quickAnswer)])
    case (.asking, .responded(0)), (.waiting, .responded(0)):
      return go(.opening, [.wait(Self.stepLimit), .open])
    case (.asking, .responded(let code)), (.waiting, .responded(let code)):
      return finish(.denied(code == 1 ? Fault.portalDenied : Fault.portalClosed))
    case (.opening, .opened(let descriptor)): return finish(.granted(descriptor))
    case (.reaching, .vanished): return finish(.absent)
    case (_, .vanished): return finish(.failed(Fault.portalLost))
    case (_, .failed(let name, let message)): return finish(Self.answer(to: name, message))
    case (.waiting(isTold: false), .timePassed):
      return go(.waiting(isTold: true), [.wait(Self.patience), .tellAsking])
    case (.waiting(isTold: true), .timePassed):
      return [.withdraw] + finish(.denied(Fault.portalUnanswered))
    case (_, .timePassed): return [.withdraw] + finish(.failed(Fault.portalSilent))
    default: return []
    }
  }

  private mutating func go(_ next: State, _ actions: [Action]) -> [Action] {
    state = next
    return actions
  }

  private mutating func finish(_ answer: PortalAnswer) -> [Action] {
    go(.ended, [.finish(answer)])
  }

  private static func answer(to name: String, _ message: String) -> PortalAnswer {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown",
      "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.UnknownInterface",
      "org.freedesktop.DBus.Error.UnknownMethod",
      "org.freedesktop.DBus.Error.UnknownObject":
      .absent
    case "org.freedesktop.portal.Error.NotAllowed", "org.freedesktop.DBus.Error.AccessDenied":
      .denied(Fault.portalDenied)
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
      .failed(Fault.portalLost)
    default: .failed(Fault.portal(message.isEmpty ? name : message))
    }
  }
}

/// What came of asking the portal.
enum PortalAnswer: Hashable, Sendable {
  /// A connection to PipeWire that shows the cameras.
  case granted(Descriptor)
  /// There is no portal for cameras.
  case absent
  /// The person does not want it, or did not answer.
  case denied(CaptureError)
  /// Something went wrong; may be tried again.
  case failed(CaptureError)
}
