import CaptureCore
import MediaTypes
import Testing

@testable import CapturePipeWire

struct StreamMachineTests {
  private static let format = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 640, height: 360), rate: .fps30)
  private static let other = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 320, height: 180), rate: .fps30)
  private static let gone = Fault.unplugged("cam")
  private static let late = Fault.notLinked("cam")
  private static let events: [StreamMachine.Event] = [
    .agreed(format), .agreed(other), .flowing, .startWanted, .stopWanted, .failed(gone),
    .interrupted(gone), .timePassed(late),
  ]

  private static func machine(after events: StreamMachine.Event...) -> StreamMachine {
    var machine = StreamMachine()
    for event in events { _ = machine.handle(event) }
    return machine
  }

  @Test func theUsualWay() {
    var machine = StreamMachine()
    #expect(machine.handle(.agreed(Self.format)) == [.stopTimer, .answerOpen(nil)])
    #expect(!machine.wantsFrames)
    #expect(machine.handle(.startWanted) == [.startTimer])
    #expect(machine.wantsFrames)
    #expect(machine.handle(.flowing) == [.stopTimer, .answerStart(nil)])
    #expect(machine.handle(.stopWanted) == [.release])
    #expect(!machine.wantsFrames)
  }

  @Test func aCameraThatFlowsAlreadyStartsAtOnce() {
    var machine = Self.machine(after: .agreed(Self.format), .flowing)
    #expect(machine.handle(.startWanted) == [.answerStart(nil)])
    #expect(machine.state == .streaming)
  }

  @Test func anotherFormatInTheMiddleIsToldAndTheSameOneIsNot() {
    var machine = Self.machine(after: .agreed(Self.format), .startWanted, .flowing)
    #expect(machine.handle(.agreed(Self.format)).isEmpty)
    #expect(machine.handle(.agreed(Self.other)) == [.tellFormat(Self.other)])
    #expect(machine.handle(.agreed(Self.other)).isEmpty)
    #expect(machine.state == .streaming)
  }

  @Test func aFailureReachesWhoeverWaits() {
    var opening = StreamMachine()
    #expect(
      opening.handle(.failed(Self.gone)) == [.stopTimer, .answerOpen(Self.gone), .release])
    var starting = Self.machine(after: .agreed(Self.format), .startWanted)
    #expect(
      starting.handle(.timePassed(Self.late)) == [.stopTimer, .answerStart(Self.late), .release])
    var streaming = Self.machine(after: .agreed(Self.format), .startWanted, .flowing)
    #expect(streaming.handle(.failed(Self.gone)) == [.tellFailure(Self.gone), .release])
  }

  @Test func aFailureBeforeTheStartIsTheStartsAnswer() {
    var machine = Self.machine(after: .agreed(Self.format), .failed(Self.gone))
    #expect(machine.handle(.startWanted) == [.answerStart(Self.gone)])
  }

  @Test func anInterruptionWhileOpeningIsTriedAgainAFewTimes() {
    var machine = StreamMachine()
    for _ in 1..<StreamMachine.attempts {
      #expect(machine.handle(.interrupted(Self.gone)) == [.connect])
    }
    #expect(
      machine.handle(.interrupted(Self.gone)) == [.stopTimer, .answerOpen(Self.gone), .release])
    var streaming = Self.machine(after: .agreed(Self.format), .startWanted, .flowing)
    #expect(streaming.handle(.interrupted(Self.gone)) == [.tellFailure(Self.gone), .release])
  }

  /// Every sequence of six events keeps these promises.
  @Test func whateverComesEachWaiterIsAnsweredOnceAndTheCameraIsGivenBackOnce() {
    var visited: Set<StreamMachine> = []
    func explore(_ machine: StreamMachine, opens: Int, starts: Int, releases: Int, depth: Int) {
      visited.insert(machine)
      guard depth > 0 else { return }
      for event in Self.events {
        var next = machine
        let actions = next.handle(event)
        let opens =
          opens + actions.filter { if case .answerOpen = $0 { true } else { false } }.count
        let answers = actions.filter { if case .answerStart = $0 { true } else { false } }.count
        let starts = starts + (event == .startWanted ? 1 : 0) - answers
        let releases = releases + actions.filter { $0 == .release }.count
        var isEnded = false
        if case .ended = next.state { isEnded = true }
        #expect(opens <= 1 && releases <= 1)
        #expect((opens == 0) == (next.state == .opening))
        #expect((releases == 1) == isEnded)
        #expect(starts == (next.state == .starting ? 1 : 0))
        if case .ended = machine.state {
          #expect(!actions.contains { if case .tellFormat = $0 { true } else { false } })
        }
        explore(next, opens: opens, starts: starts, releases: releases, depth: depth - 1)
      }
    }
    explore(StreamMachine(), opens: 0, starts: 0, releases: 0, depth: 6)
    #expect(visited.count > 10)
  }
}
