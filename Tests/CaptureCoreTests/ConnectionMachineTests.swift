import CaptureCore
import MediaTypes
import Testing

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

  @Test func aPersonMayTakeTheirTimeAndIsNotAskedAgainAfterANo() {
    var machine = ConnectionMachine()
    _ = machine.handle(.wanted)
    #expect(machine.handle(.asked) == [.wait(ConnectionMachine.patience)])
    #expect(machine.handle(.refused) == [.disconnect])
    #expect(machine.handle(.timePassed) == [])
    #expect(machine.handle(.wanted) == [.wait(ConnectionMachine.answerLimit), .connect])
    _ = machine.handle(.asked)
    #expect(machine.handle(.answered) == [.wait(ConnectionMachine.answerLimit)])
    _ = machine.handle(.settled)
    #expect(machine.state == .connected)
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

  /// The state that each event leads to.
  @Test func everyCellOfTheConnection() {
    typealias Machine = ConnectionMachine
    func machine(_ events: [Machine.Event]) -> Machine {
      var machine = Machine()
      for event in events { _ = machine.handle(event) }
      return machine
    }
    let situations: [(Machine.State, [Machine.Event])] = [
      (.idle, []), (.connecting(attempt: 0), [.wanted]), (.connected, [.wanted, .settled]),
      (.waiting(attempt: 0), [.wanted, .failed]), (.asking(attempt: 0), [.wanted, .asked]),
    ]
    let table: [Machine.Event: [Machine.State]] = [
      .wanted: [
        .connecting(attempt: 0), .connecting(attempt: 0), .connected, .waiting(attempt: 0),
        .asking(attempt: 0),
      ],
      .settled: [.idle, .connected, .connected, .waiting(attempt: 0), .connected],
      .failed: [
        .idle, .waiting(attempt: 0), .waiting(attempt: 0), .waiting(attempt: 0),
        .waiting(attempt: 0),
      ],
      .timePassed: [
        .idle, .waiting(attempt: 0), .connected, .connecting(attempt: 1), .waiting(attempt: 0),
      ],
      .asked: [
        .idle, .asking(attempt: 0), .connected, .waiting(attempt: 0), .asking(attempt: 0),
      ],
      .answered: [
        .idle, .connecting(attempt: 0), .connected, .waiting(attempt: 0), .connecting(attempt: 0),
      ],
      .refused: [.idle, .idle, .connected, .waiting(attempt: 0), .idle],
    ]
    for event in Machine.Event.allCases {
      for (index, situation) in situations.enumerated() {
        var machine = machine(situation.1)
        #expect(machine.state == situation.0)
        _ = machine.handle(event)
        #expect(machine.state == table[event]?[index], "\(event) in \(situation.0)")
      }
    }
    let delays = (0..<5).map { Machine.delay(attempt: $0).nanoseconds / 1_000_000 }
    #expect(delays == [250, 500, 1000, 2000, 2000])
  }
}
