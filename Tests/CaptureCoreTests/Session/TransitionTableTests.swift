import CaptureCore
import MediaTypes
import Testing

@testable import CaptureCore

/// Each event in each state, against a table: nothing is left undefined.
@Suite struct TransitionTableTests {
  /// Scripts that lead to each state, by the words of `Script.state`.
  static let states: [String: @Sendable () -> Script] = [
    "idle": { Script() },
    "searching": { searching() },
    "start:opening": { starting() },
    "running": { Script.running() },
    "flip:blocked": { flipping() },
    "flip:opening": { flipping { $0.closed(1) } },
    "flip:starting": {
      flipping {
        $0.closed(1)
        $0.opened(2)
      }
    },
    "flip:awaitingFrame": {
      flipping {
        $0.closed(1)
        $0.opened(2)
        $0.started(2)
      }
    },
    "rollBack:opening": {
      flipping {
        $0.closed(1)
        $0.failed(2)
      }
    },
    "restart:resting": { lost(Script.fault) },
    "replace:opening": { lost(Script.unplugged) { $0.closed(1) } },
    "waiting": {
      lost(Script.unplugged) {
        $0.closed(1)
        $0.failed(2)
      }
    },
    "stopping": { stopping() },
  ]

  static func searching() -> Script {
    var script = Script()
    script.call { .start($0) }
    return script
  }

  static func starting() -> Script {
    var script = searching()
    script.list([Script.back, Script.front])
    return script
  }

  static func flipping(_ then: (inout Script) -> Void = { _ in }) -> Script {
    var script = Script.running()
    script.call { .flip($0) }
    then(&script)
    return script
  }

  static func lost(
    _ error: CaptureError, _ then: (inout Script) -> Void = { _ in }
  ) -> Script {
    var script = Script.running()
    script.failed(1, error)
    then(&script)
    return script
  }

  static func stopping() -> Script {
    var script = Script.running()
    script.call { .stop($0) }
    return script
  }

  /// A flip has ended and the old camera, stream 1, still goes on.
  static func lingering() -> Script {
    var script = Script.running(FlipTests.atOnce)
    script.call { .flip($0, overlap: .milliseconds(500)) }
    script.bringUp(2)
    return script
  }

  /// The state afterwards, and what the caller hears at once.
  @Test func everyCommandInEveryState() throws {
    let table = """
      state              | start              | stop           | flip                      | select the shown camera   | select one that is not there | another mode                 | the usual mode
      idle               | searching waits    | idle done      | idle invalidRequest       | idle invalidRequest       | idle invalidRequest | idle invalidRequest | idle done
      searching          | searching waits    | idle done      | searching invalidRequest  | searching invalidRequest  | searching invalidRequest | searching invalidRequest | searching done
      start:opening      | start:opening waits | stopping waits | start:opening invalidRequest | start:opening invalidRequest | start:opening invalidRequest | start:opening invalidRequest | start:opening done
      running            | running done       | stopping waits | flip:blocked waits        | running report            | running noSuchCamera | flip:blocked waits | running done
      flip:blocked       | flip:blocked done  | stopping waits | flip:blocked waits        | flip:blocked waits        | flip:blocked noSuchCamera | flip:blocked invalidRequest | flip:blocked done
      flip:opening       | flip:opening done  | stopping waits | flip:blocked waits        | flip:blocked waits        | flip:opening noSuchCamera | flip:opening invalidRequest | flip:opening done
      flip:starting      | flip:starting done | stopping waits | flip:blocked waits        | flip:blocked waits        | flip:starting noSuchCamera | flip:starting invalidRequest | flip:starting done
      flip:awaitingFrame | flip:awaitingFrame done | stopping waits | flip:blocked waits   | flip:blocked waits        | flip:awaitingFrame noSuchCamera | flip:awaitingFrame invalidRequest | flip:awaitingFrame done
      rollBack:opening   | rollBack:opening done | stopping waits | flip:blocked waits     | flip:opening waits        | rollBack:opening noSuchCamera | rollBack:opening invalidRequest | rollBack:opening done
      restart:resting    | restart:resting done | stopping waits | flip:blocked waits      | flip:resting waits        | restart:resting noSuchCamera | restart:resting invalidRequest | restart:resting done
      replace:opening    | replace:opening done | stopping waits | flip:blocked waits      | flip:blocked waits        | replace:opening noSuchCamera | replace:opening invalidRequest | replace:opening done
      waiting            | waiting done       | idle done      | flip:opening waits        | flip:opening waits        | waiting noSuchCamera | waiting invalidRequest | waiting done
      stopping           | stopping waits     | stopping waits | stopping invalidRequest   | stopping invalidRequest   | stopping invalidRequest | stopping invalidRequest | stopping done
      """
    let commands: [@Sendable (CommandID) -> SessionStateMachine.Event] = [
      { .start($0) }, { .stop($0) }, { .flip($0) }, { .select($0, .id(Script.back.id)) },
      { .select($0, .id(CameraID("absent"))) }, { .reopen($0, Script.format) },
      { .reopen($0, nil) },
    ]
    for (state, cells) in try rows(table) {
      for (cell, command) in zip(cells, commands) {
        var script = try Self.script(leadingTo: state)
        let id = script.call(command)
        #expect("\(script.state) \(heard(script.answers[id]))" == cell, "\(state)")
      }
    }
  }

  private func heard(_ answer: SessionStateMachine.Answer?) -> String {
    switch answer {
    case nil: "waits"
    case .done: "done"
    case .flip: "report"
    case .refused(let error): "\(error.code)"
    }
  }

  /// The state afterwards.
  @Test func everyListAndTimerInEveryState() throws {
    let table = """
      state              | no camera          | another camera     | search is over     | retry is due
      idle               | idle               | idle               | idle               | idle
      searching          | searching          | start:opening      | idle               | searching
      start:opening      | start:opening      | start:opening      | start:opening      | start:opening
      running            | running            | running            | running            | running
      flip:blocked       | flip:blocked       | flip:blocked       | flip:blocked       | flip:blocked
      flip:opening       | flip:opening       | flip:opening       | flip:opening       | flip:opening
      flip:starting      | flip:starting      | flip:starting      | flip:starting      | flip:starting
      flip:awaitingFrame | flip:awaitingFrame | flip:awaitingFrame | flip:awaitingFrame | flip:awaitingFrame
      rollBack:opening   | rollBack:opening   | rollBack:opening   | rollBack:opening   | rollBack:opening
      restart:resting    | restart:resting    | restart:resting    | restart:resting    | restart:resting
      replace:opening    | replace:opening    | replace:opening    | replace:opening    | replace:opening
      waiting            | waiting            | replace:opening    | waiting            | replace:opening
      stopping           | stopping           | stopping           | stopping           | stopping
      """
    let events: [SessionStateMachine.Event] = [
      .devices(DeviceList(), backend: "model"),
      .devices(DeviceList(devices: [Script.usb]), backend: "model"), .searchOver, .retryDue,
    ]
    for (state, cells) in try rows(table) {
      for (cell, event) in zip(cells, events) {
        var script = try Self.script(leadingTo: state)
        script.take(event)
        #expect(script.state == cell, "\(event) while \(state)")
      }
    }
  }

  /// Where the stream is afterwards, and what the session then does if that has changed.
  @Test func everyAnswerAtEveryStepOfAStream() throws {
    let table = """
      stream             | opened           | started          | first frame      | failed                          | closed           | deadline
      resting            | resting          | resting          | resting          | resting                         | resting          | blocked
      blocked            | blocked          | blocked          | blocked          | blocked                         | blocked          | blocked
      opening            | starting         | opening          | opening          | gone, rollBack                  | opening          | leaving/opening, rollBack
      starting           | starting         | awaitingFrame    | shown, running   | leaving/closing, rollBack       | starting         | leaving/closing, rollBack
      awaitingFrame      | awaitingFrame    | awaitingFrame    | shown, running   | leaving/closing, rollBack       | awaitingFrame    | leaving/closing, rollBack
      shown              | shown            | shown            | shown            | leaving/closing, restart        | shown            | leaving/closing, restart
      leaving/opening    | leaving/closing  | leaving/opening  | leaving/opening  | gone, idle                      | leaving/opening  | overdue/opening, idle
      leaving/lingering  | leaving/lingering | leaving/lingering | leaving/lingering | leaving/closing                | leaving/lingering | leaving/closing
      leaving/closing    | leaving/closing  | leaving/closing  | leaving/closing  | leaving/closing                 | gone, idle       | overdue/closing, idle
      overdue/opening    | overdue/closing  | overdue/opening  | overdue/opening  | gone                            | overdue/opening  | overdue/opening
      overdue/closing    | overdue/closing  | overdue/closing  | overdue/closing  | overdue/closing                 | gone             | overdue/closing
      gone               | gone             | gone             | gone             | gone                            | gone             | gone
      """
    let events: [(inout Script, UInt64) -> Void] = [
      { $0.opened($1) }, { $0.started($1) }, { $0.firstFrame($1) }, { $0.failed($1) },
      { $0.closed($1) }, { $0.deadline($1) },
    ]
    for (place, cells) in try rows(table) {
      for (cell, event) in zip(cells, events) {
        var (script, stream) = try Self.script(withStreamAt: place)
        let before = script.purpose
        event(&script, stream)
        let change = script.purpose == before ? "" : ", \(script.purpose)"
        #expect(script.place(of: stream) + change == cell, "a stream \(place)")
      }
    }
  }

  static func script(leadingTo state: String) throws -> Script {
    let make = try #require(states[state], "no way to \(state)")
    let script = make()
    try #require(script.state == state)
    return script
  }

  /// A script and the number of a stream that is at a step.
  static func script(withStreamAt place: String) throws -> (Script, UInt64) {
    var (script, stream): (Script, UInt64)
    switch place {
    case "resting": (script, stream) = (try self.script(leadingTo: "restart:resting"), 2)
    case "blocked", "opening", "starting", "awaitingFrame":
      (script, stream) = (try self.script(leadingTo: "flip:\(place)"), 2)
    case "shown": (script, stream) = (Script.running(), 1)
    case "leaving/lingering": (script, stream) = (lingering(), 1)
    case "gone": (script, stream) = (Script.running(), 7)
    default:
      (script, stream) = (place.hasSuffix("opening") ? starting() : Script.running(), 1)
      script.call { .stop($0) }
      if place.hasPrefix("overdue") { script.deadline(1) }
    }
    try #require(script.place(of: stream) == place)
    return (script, stream)
  }

  private func rows(_ table: String) throws -> [(name: String, cells: [String])] {
    try table.split(separator: "\n").dropFirst().map { line in
      let words = line.split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      return (try #require(words.first), Array(words.dropFirst()))
    }
  }
}

extension Script {
  /// The session's state without the step.
  fileprivate var purpose: String { String(state.prefix { $0 != ":" }) }
}
