import CaptureCore
import MediaTypes
import Testing

@testable import CapturePipeWire

struct PortalMachineTests {
  private typealias Machine = PortalMachine

  private static let situations: [(Machine.State, [Machine.Event])] = [
    (.reaching, []), (.asking, [.ready]), (.waiting(isTold: false), [.ready, .confirmed]),
    (.waiting(isTold: true), [.ready, .confirmed, .timePassed]),
    (.opening, [.ready, .confirmed, .responded(0)]), (.ended, [.vanished]),
  ]

  /// Nobody's: it is not open.
  private static let descriptor = Descriptor(-1)

  private static func machine(after events: [Machine.Event]) -> Machine {
    var machine = Machine()
    for event in events { _ = machine.handle(event) }
    return machine
  }

  @Test func aYesLeadsToAConnection() {
    var machine = Machine()
    #expect(machine.handle(.ready) == [.wait(Machine.stepLimit), .ask])
    #expect(machine.handle(.confirmed) == [.wait(Machine.quickAnswer)])
    #expect(machine.handle(.responded(0)) == [.wait(Machine.stepLimit), .open])
    #expect(machine.handle(.opened(Self.descriptor)) == [.finish(.granted(Self.descriptor))])
  }

  @Test func anAnswerMayComeBeforeItsConfirmation() {
    var machine = Self.machine(after: [.ready])
    #expect(machine.handle(.responded(0)) == [.wait(Machine.stepLimit), .open])
    #expect(machine.handle(.confirmed) == [])
    #expect(machine.state == .opening)
  }

  @Test func aPersonMayTakeTheirTimeButNotForEver() {
    var machine = Self.machine(after: [.ready, .confirmed])
    #expect(machine.handle(.timePassed) == [.wait(Machine.patience), .tellAsking])
    #expect(
      machine.handle(.timePassed) == [.withdraw, .finish(.denied(Fault.portalUnanswered))])
  }

  /// The state that each event leads to, from each state.
  @Test func everyCell() {
    let same: [Machine.State] = Self.situations.map(\.0)
    let ended: [Machine.State] = same.map { _ in .ended }
    var table: [Machine.Event: [Machine.State]] = [
      .failed(name: "a.b", message: ""): ended, .vanished: ended,
      .ready: same, .confirmed: same, .responded(0): same, .responded(1): same,
      .opened(Self.descriptor): same, .timePassed: ended,
    ]
    table[.ready]?[0] = .asking
    table[.confirmed]?[1] = .waiting(isTold: false)
    for index in 1...3 {
      table[.responded(0)]?[index] = .opening
      table[.responded(1)]?[index] = .ended
    }
    table[.opened(Self.descriptor)]?[4] = .ended
    table[.timePassed]?[2] = .waiting(isTold: true)
    for (event, states) in table {
      for (index, situation) in Self.situations.enumerated() {
        var machine = Self.machine(after: situation.1)
        #expect(machine.state == situation.0)
        let actions = machine.handle(event)
        #expect(machine.state == states[index], "\(event) in \(situation.0)")
        let finishes = actions.contains { if case .finish = $0 { true } else { false } }
        // Each request is answered once.
        #expect(finishes == (states[index] == .ended && situation.0 != .ended))
      }
    }
  }

  @Test func errorsAreToldApartByTheirNames() {
    let answers: [(String, PortalAnswer)] = [
      ("org.freedesktop.DBus.Error.ServiceUnknown", .absent),
      ("org.freedesktop.DBus.Error.UnknownMethod", .absent),
      ("org.freedesktop.portal.Error.NotAllowed", .denied(Fault.portalDenied)),
      ("org.freedesktop.DBus.Error.NoReply", .failed(Fault.portalLost)),
      ("org.freedesktop.portal.Error.Failed", .failed(Fault.portal("it\nbroke"))),
    ]
    for (name, answer) in answers {
      var machine = Self.machine(after: [.ready])
      #expect(machine.handle(.failed(name: name, message: "it\nbroke")) == [.finish(answer)])
    }
    #expect(Fault.portal("it\nbroke").message == "The camera portal failed: it broke.")
    #expect(Self.machine(after: [.ready]).state == .asking)
    var early = Machine()
    #expect(early.handle(.vanished) == [.finish(.absent)])
    #expect(early.handle(.ready) == [])
  }

  @Test func thePortalIsUsedInSandboxesAndWhenAskedFor() {
    #expect(!CameraPortal.isUsed(wish: nil, snap: nil, isFlatpak: false))
    #expect(CameraPortal.isUsed(wish: nil, snap: nil, isFlatpak: true))
    #expect(CameraPortal.isUsed(wish: nil, snap: "/snap/viewfinder/1", isFlatpak: false))
    #expect(CameraPortal.isUsed(wish: "1", snap: nil, isFlatpak: false))
    #expect(!CameraPortal.isUsed(wish: "0", snap: "/snap/x", isFlatpak: true))
    #expect(!CameraPortal.isUsed(wish: "", snap: "", isFlatpak: false))
    #expect(CameraPortal.always().isUsed && !CameraPortal.never.isUsed)
  }

  @Test func theAnswersPlaceIsMadeOfWhoAsks() {
    #expect(
      PortalNames.requestPath(of: ":1.42", token: "t")
        == "/org/freedesktop/portal/desktop/request/1_42/t")
  }
}
