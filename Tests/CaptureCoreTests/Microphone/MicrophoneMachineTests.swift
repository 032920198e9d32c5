import MediaTypes
import Testing

@testable import CaptureCore

/// Each event in each situation of the machine, and what leads from one to the next.
struct MicrophoneMachineTests {
  typealias Script = MicrophoneScript

  /// The phase that each event leads to, by situation; in the order of `Script.situations`.
  private static let table: [(event: String, phases: [String])] = [
    ("choose none", ["off", "off", "off", "off", "off", "off"]),
    ("choose automatic", ["searching", "searching", "opening", "opening", "running", "opening"]),
    ("choose b", ["searching", "searching", "opening", "opening", "opening", "opening"]),
    (
      "choose unknown",
      ["searching", "searching", "searching", "searching", "searching", "searching"]
    ),
    ("list a b", ["off", "opening", "opening", "opening", "running", "waiting"]),
    ("list empty", ["off", "searching", "opening", "opening", "running", "waiting"]),
    ("list default b", ["off", "opening", "opening", "opening", "opening", "opening"]),
    ("opened", ["off", "searching", "opening", "opening", "running", "waiting"]),
    ("opened nonsense", ["off", "searching", "waiting", "waiting", "running", "waiting"]),
    ("first sound", ["off", "searching", "opening", "running", "running", "waiting"]),
    ("failed", ["off", "searching", "waiting", "waiting", "waiting", "waiting"]),
    ("failed old", ["off", "searching", "opening", "opening", "running", "waiting"]),
    ("deadline quiet", ["off", "searching", "waiting", "waiting", "waiting", "waiting"]),
    ("deadline not quiet", ["off", "searching", "waiting", "waiting", "running", "waiting"]),
    ("retry due", ["off", "searching", "opening", "opening", "running", "opening"]),
    ("search over", ["off", "searching", "opening", "opening", "running", "waiting"]),
  ]

  private func event(_ name: String, _ stream: StreamID) -> MicrophoneStateMachine.Event {
    let (a, b) = (Script.microphone("a", isDefault: true), Script.microphone("b"))
    let (laterA, laterB) = (Script.microphone("a"), Script.microphone("b", isDefault: true))
    return switch name {
    case "choose none": .choose(.none)
    case "choose automatic": .choose(.automatic)
    case "choose b": .choose(.id(MicrophoneID("b")))
    case "choose unknown": .choose(.id(MicrophoneID("c")))
    case "list a b": .list(MicrophoneList(microphones: [a, b]), backend: "one")
    case "list empty": .list(MicrophoneList(), backend: "one")
    case "list default b": .list(MicrophoneList(microphones: [laterA, laterB]), backend: "one")
    case "opened": .opened(stream, Script.format)
    case "opened nonsense":
      .opened(stream, SoundFormat(sampleRate: 0, channelCount: 1000))
    case "first sound": .firstSound(stream)
    case "failed": .failed(stream, Script.broken)
    case "failed old": .failed(StreamID(rawValue: 999), Script.broken)
    case "deadline quiet": .deadline(stream, quiet: .seconds(60))
    case "deadline not quiet": .deadline(stream, quiet: .milliseconds(10))
    case "retry due": .retryDue
    default: .searchOver
    }
  }

  @Test func everyCellOfTheTable() {
    for row in Self.table {
      for (situation, expected) in zip(Script.situations, row.phases) {
        var script = Script.situation(situation)
        script.give(event(row.event, script.stream))
        #expect(script.phase.rawValue == expected, "\(row.event) in \(situation)")
      }
    }
  }

  /// What is opened is closed once and only once, whatever happens.
  @Test func everyStreamThatIsOpenedIsClosedWhenItIsLeft() {
    for row in Self.table {
      for situation in Script.situations {
        var script = Script.situation(situation)
        let (before, stream) = (script.device, script.stream)
        script.give(event(row.event, stream))
        let closes = script.actions.count { $0 == .close(stream) }
        let isLeft = before != nil && (script.device == nil || script.device != before)
        let isLate = row.event.hasPrefix("opened") && !["opening", "opened"].contains(situation)
        #expect(
          closes == (isLeft || isLate ? 1 : 0) || row.event.hasPrefix("opened"),
          "\(row.event) in \(situation)")
      }
    }
  }

  /// Who asks after the answer hears the same as who has waited for it.
  @Test func everyAnswerStandsInTheState() {
    for row in Self.table {
      for situation in Script.situations {
        var script = Script.situation(situation)
        script.give(event(row.event, script.stream))
        for case .settle(let error) in script.actions {
          #expect(script.machine.state.problem == error, "\(row.event) in \(situation)")
        }
      }
    }
  }

  @Test func automaticTakesTheDefaultAndNeverAMonitor() {
    var script = Script()
    script.give(.choose(.automatic))
    script.list(Script.microphone("speaker", isMonitor: true))
    #expect(script.phase == .searching)
    script.list(
      Script.microphone("a"), Script.microphone("b", isDefault: true),
      Script.microphone("speaker", isMonitor: true))
    #expect(script.device == "b")
  }

  @Test func aMonitorIsTakenWhenItIsAskedForByItsIdentity() {
    var script = Script()
    script.give(.choose(.id(MicrophoneID("speaker"))))
    script.list(Script.microphone("speaker", isMonitor: true))
    #expect(script.device == "speaker")
  }

  @Test func theFirstBackEndWithAMicrophoneCountsAndTheOthersWhenItIsGone() {
    var script = Script()
    script.give(.choose(.automatic))
    script.list(Script.microphone("x", backend: "two"), backend: "two")
    #expect(script.device == "x", "nobody waits for a service that may never come")
    script.noteStream()
    script.give(.opened(script.stream, Script.format))
    script.give(.firstSound(script.stream))
    script.list(Script.microphone("a", isDefault: true))
    #expect(script.device == "a", "the better way takes over")
    #expect(script.machine.state.microphones.map(\.id.rawValue) == ["a"])
  }

  @Test func pausesGrowAndAreForgottenWithTheFirstSound() {
    var script = Script()
    script.give(.choose(.automatic))
    script.list(Script.microphone("a"))
    var pauses: [MediaTime] = []
    for _ in 0..<7 {
      script.noteStream()
      script.give(.failed(script.stream, Script.broken))
      for case .arm(.retry, let pause) in script.actions { pauses.append(pause) }
      script.give(.retryDue)
    }
    #expect(pauses.map { $0.nanoseconds / 1_000_000 } == [250, 500, 1000, 2000, 4000, 4000, 4000])
    script.noteStream()
    script.give(.opened(script.stream, Script.format))
    script.give(.firstSound(script.stream))
    script.give(.failed(script.stream, Script.broken))
    #expect(script.actions.contains(.arm(.retry, .milliseconds(250))))
  }

  @Test func oneThatFailsTwiceStandsBackBehindAnotherUntilItIsReplugged() {
    var script = Script.situation("opening")
    script.give(.failed(script.stream, Script.broken))
    script.give(.retryDue)
    #expect(script.device == "a", "the same one is preferred")
    script.noteStream()
    script.give(.failed(script.stream, Script.broken))
    script.give(.retryDue)
    #expect(script.device == "b")
    script.list(Script.microphone("b"))
    script.list(Script.microphone("a", isDefault: true), Script.microphone("b"))
    #expect(script.device == "a")
  }

  @Test func oneThatLeavesTheListIsSearchedForAndFoundAgain() {
    var script = Script.situation("running")
    script.list()
    #expect(script.phase == .running, "lists blink; the stream says when it is over")
    script.give(.failed(script.stream, Script.broken))
    #expect(script.actions.contains(.lose(Script.broken)))
    script.give(.retryDue)
    #expect(script.phase == .searching)
    #expect(script.machine.state.problem == Script.broken)
    script.list(Script.microphone("a"))
    #expect(script.phase == .opening)
  }

  @Test func whoeverWaitsIsAnsweredOnceThereIsAnOutcome() {
    var script = Script.situation("opened")
    script.give(.firstSound(script.stream))
    #expect(script.actions.contains(.settle(nil)))
    script = Script.situation("searching")
    script.give(.searchOver)
    guard case .settle(let error?)? = script.actions.first else {
      Issue.record("no answer")
      return
    }
    #expect(error.code == .noSuchMicrophone && !error.remedy.isEmpty)
  }
}
