import MediaTypes
import Testing

@testable import RecordCore

/// Each event in each state, as the machine's drawing says.
@Suite("Recorder: state machine")
struct RecorderStateMachineTests {
  typealias Machine = RecorderStateMachine

  static let fault = RecordError(.writeFailed, "The disk broke.")

  /// How each state is reached.
  static let paths: [(Machine.State, [Machine.Event])] = [
    (.waiting, []), (.suspended, [.pause]), (.recording, [.began]), (.paused, [.began, .pause]),
    (.draining, [.began, .stop(nil)]), (.closing, [.began, .stop(nil), .drained]),
    (.closed, [.began, .stop(nil), .drained, .closed]),
  ]

  /// What follows, where it is not nothing.
  static let table: [(Machine.State, Machine.Event, Machine.State, [Machine.Action])] = [
    (.waiting, .began, .recording, []), (.waiting, .pause, .suspended, [.closeSpan]),
    (.waiting, .stop(nil), .draining, [.closeSpan]),
    (.waiting, .failed(fault), .closing, [.discard]),
    (.waiting, .closed, .closed, []),
    (.suspended, .began, .paused, []), (.suspended, .resume, .waiting, [.openSpan]),
    (.suspended, .stop(nil), .draining, [.closeSpan]),
    (.suspended, .failed(fault), .closing, [.discard]), (.suspended, .closed, .closed, []),
    (.recording, .pause, .paused, [.closeSpan]), (.recording, .stop(nil), .draining, [.closeSpan]),
    (.recording, .failed(fault), .closing, [.finish]), (.recording, .closed, .closed, []),
    (.paused, .resume, .recording, [.openSpan]), (.paused, .stop(nil), .draining, [.closeSpan]),
    (.paused, .failed(fault), .closing, [.finish]), (.paused, .closed, .closed, []),
    (.draining, .began, .draining, []), (.draining, .drained, .closing, [.finish]),
    (.draining, .failed(fault), .closing, [.finish]), (.draining, .closed, .closed, []),
    (.closing, .closed, .closed, []),
  ]

  static let events: [Machine.Event] = [
    .began, .pause, .resume, .stop(nil), .failed(fault), .drained, .closed,
  ]

  @Test("each event in each state does what the drawing says, or nothing")
  func table() {
    for (state, path) in Self.paths {
      for event in Self.events {
        var machine = Machine()
        for step in path { _ = machine.handle(step) }
        #expect(machine.state == state)
        let actions = machine.handle(event)
        let row = Self.table.first { $0.0 == state && $0.1 == event }
        #expect(machine.state == row?.2 ?? state, "\(event) in \(state)")
        #expect(actions == row?.3 ?? [], "\(event) in \(state)")
      }
    }
  }

  @Test("stopped before the first frame it drains, then discards; with a late frame it finishes")
  func early() {
    var machine = Machine()
    _ = machine.handle(.stop(nil))
    var late = machine
    let early = machine.handle(.drained)
    #expect(early == [.discard])
    _ = late.handle(.began)
    let drained = late.handle(.drained)
    #expect(drained == [.finish])
  }

  @Test("the first reason to end counts")
  func reasons() {
    var machine = Machine()
    _ = machine.handle(.began)
    _ = machine.handle(.stop(RecordError(.diskFull, "The disk is full.")))
    _ = machine.handle(.failed(Self.fault))
    #expect(machine.problem?.code == .diskFull)
  }
}

@Suite("Overload policy")
struct OverloadPolicyTests {
  @Test(
    "a full queue for a while, or a dropped frame, lowers the quality; then it waits for the effect"
  )
  func steps() {
    var policy = OverloadPolicy(bound: 8)
    let steps: [(backlog: Int, lost: Int, at: Int64)] = [
      (6, 0, 0), (5, 0, 200), (6, 0, 400), (7, 0, 700), (8, 3, 800), (8, 3, 1800),
    ]
    let answers = steps.map {
      policy.note(backlog: $0.backlog, lost: $0.lost, at: .milliseconds($0.at))
    }
    #expect(answers == [false, false, false, true, false, true])
    policy.isExhausted = true
    let exhausted = policy.note(backlog: 8, lost: 3, at: .seconds(5))
    #expect(!exhausted)
  }

  @Test(
    "an encoder is behind from a dropped frame, or a queue that stays full, until it was easy for long"
  )
  func behind() {
    var policy = OverloadPolicy(bound: 8)
    let steps: [(backlog: Int, lost: Int, at: Int64, isBehind: Bool)] = [
      (6, 0, 0, false), (2, 0, 100, false), (3, 1, 200, true), (0, 0, 3100, true),
      (6, 0, 3150, true), (0, 0, 6100, true), (0, 0, 6200, false), (7, 0, 6300, false),
      (7, 0, 6650, true),
    ]
    for step in steps {
      _ = policy.note(backlog: step.backlog, lost: step.lost, at: .milliseconds(step.at))
      #expect(policy.isBehind == step.isBehind, "at \(step.at)")
    }
  }
}
