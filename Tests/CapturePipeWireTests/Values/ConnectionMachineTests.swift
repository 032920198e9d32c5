import MediaTypes
import Testing

@testable import CapturePipeWire

struct ConnectionMachineTests {
  @Test func nothingHappensBeforeSomebodyWantsCameras() {
    for event in ConnectionMachine.Event.allCases where event != .wanted {
      var machine = ConnectionMachine()
      #expect(machine.handle(event).isEmpty)
      #expect(machine.state == .idle)
    }
  }

  @Test func failuresAreFollowedByAttemptsThatBecomeRarer() {
    var machine = ConnectionMachine()
    var delays: [MediaTime] = []
    var actions = machine.handle(.wanted)
    for _ in 0..<6 {
      #expect(actions == [.wait(ConnectionMachine.answerLimit), .connect])
      let failed = machine.handle(.failed)
      #expect(failed.first == .disconnect)
      if case .wait(let delay)? = failed.last { delays.append(delay) }
      actions = machine.handle(.timePassed)
    }
    #expect(delays.map(\.nanoseconds) == [250, 500, 1000, 2000, 2000, 2000].map { $0 * 1_000_000 })
  }

  @Test func aDaemonThatSaysNothingIsReportedAndLeft() {
    var machine = ConnectionMachine()
    _ = machine.handle(.wanted)
    #expect(
      machine.handle(.timePassed) == [
        .reportSilence, .disconnect, .wait(.milliseconds(250)),
      ])
  }

  @Test func aConnectionThatIsLostIsMadeAgainSoon() {
    var machine = ConnectionMachine()
    for event in [.wanted, .failed, .timePassed, .failed, .timePassed, .settled]
      as [ConnectionMachine.Event]
    {
      _ = machine.handle(event)
    }
    #expect(machine.state == .connected)
    #expect(machine.handle(.failed) == [.disconnect, .wait(.milliseconds(250))])
  }

  @Test func whateverComesTheMachineConnectsOnceAtATime() {
    // Every sequence of six events: a connection is made only when there is none.
    func explore(_ machine: ConnectionMachine, isConnected: Bool, depth: Int) {
      guard depth > 0 else { return }
      for event in ConnectionMachine.Event.allCases {
        var next = machine
        var connected = isConnected
        for action in next.handle(event) {
          if action == .connect {
            #expect(!connected)
            connected = true
          }
          if action == .disconnect { connected = false }
        }
        explore(next, isConnected: connected, depth: depth - 1)
      }
    }
    explore(ConnectionMachine(), isConnected: false, depth: 6)
  }
}
