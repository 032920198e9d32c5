import CaptureCore
import MediaTypes

/// One question to the camera portal, on the loop's thread: what `PortalMachine` decides is done here.
///
/// Letting go of it takes back the question.
final class PortalRequest {
  /// What is told on the way; leads to letting go of the request only later, since that may not be done
  /// from within.
  enum Event {
    /// A person is being asked.
    case asking
    case answered(PortalAnswer)
  }

  private let timer: any MediaTimer
  private let clock: any MediaClock
  private let handler: (Event) -> Void
  private var machine = PortalMachine()
  // Declared so that the slots are freed before the connection.
  private var slots: [BusSlot] = []
  private var bus: BusConnection?
  private var question: String?

  /// Asks.
  ///
  /// - Parameters:
  ///   - address: the bus's; nil for the session's own.
  ///   - timePassed: called on any thread; leads to `timePassed()`.
  ///   - handler: called on the loop's thread, also before the initialiser returns.
  init(
    on loop: MainLoop, address: String?, clock: any MediaClock,
    timePassed: @escaping @Sendable () -> Void, handler: @escaping (Event) -> Void
  ) {
    self.clock = clock
    self.handler = handler
    timer = clock.makeTimer(label: "camera portal") { _ in timePassed() }
    timer.schedule(at: clock.now + PortalMachine.stepLimit)
    bus = BusConnection(on: loop, address: address) { [unowned self] in
      handle($0 == .ready ? .ready : .vanished)
    }
    if bus == nil { handle(.vanished) }
  }

  deinit {
    timer.cancel()
    slots = []
    bus = nil
  }

  /// The time for a step is over.
  func timePassed() { handle(.timePassed) }

  private func handle(_ event: PortalMachine.Event) {
    for action in machine.handle(event) { perform(action) }
  }

  private func perform(_ action: PortalMachine.Action) {
    switch action {
    case .ask: ask()
    case .open: open()
    case .withdraw: withdraw()
    case .wait(let time): timer.schedule(at: clock.now + time)
    case .tellAsking: handler(.asking)
    case .finish(let answer):
      timer.cancel()
      handler(.answered(answer))
    }
  }

  private func ask() {
    guard let bus, let name = bus.uniqueName else { return handle(.vanished) }
    let token = "viewfinder_\(UInt32.random(in: 0 ... .max))"
    let path = PortalNames.requestPath(of: name, token: token)
    question = path
    // Before the question, so that no answer is too fast.
    keep(listen(at: path, on: bus))
    keep(
      bus.match(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
          + "arg0='\(PortalNames.service)'"
      ) { [unowned self] message in
        // Name, old owner, new owner: empty for none.
        guard message.text() != nil, let old = message.text(), let new = message.text() else {
          return
        }
        if !old.isEmpty, new.isEmpty { handle(.vanished) }
      })
    keep(
      bus.call("AccessCamera", options: ["handle_token": token]) { [unowned self] answer in
        if let error = answer.error {
          handle(.failed(name: error.name, message: error.message))
        } else {
          handle(.confirmed)
        }
      })
  }

  private func listen(at path: String, on bus: BusConnection) -> BusSlot? {
    bus.match(
      "type='signal',sender='\(PortalNames.service)',path='\(path)',"
        + "interface='\(PortalNames.request)',member='Response'"
    ) { [unowned self] message in
      // What is no number is no permission.
      handle(.responded(message.number() ?? 2))
    }
  }

  private func open() {
    keep(
      bus?.call("OpenPipeWireRemote", options: [:]) { [unowned self] answer in
        if let error = answer.error {
          handle(.failed(name: error.name, message: error.message))
        } else if let descriptor = answer.descriptor() {
          handle(.opened(descriptor))
        } else {
          handle(.failed(name: "", message: "it gave no connection"))
        }
      })
  }

  private func withdraw() {
    guard let question else { return }
    keep(bus?.call("Close", of: PortalNames.request, at: question, options: nil) { _ in })
  }

  private func keep(_ slot: BusSlot?) {
    if let slot { slots.append(slot) } else { handle(.vanished) }
  }
}
