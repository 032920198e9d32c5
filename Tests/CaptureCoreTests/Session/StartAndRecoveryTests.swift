import CaptureCore
import MediaTypes
import Testing

@testable import CaptureCore

/// How a session finds its first camera.
@Suite struct StartTests {
  @Test func anyCameraWaitsForEveryBackEndToSpeak() {
    var machine = SessionStateMachine(settings: CaptureSettings(), backends: ["one", "model"])
    _ = machine.handle(.start(CommandID(rawValue: 1)), at: .zero)
    _ = machine.handle(.devices(DeviceList(devices: [Script.back]), backend: "model"), at: .zero)
    #expect(machine.shownOrComing == nil)
    _ = machine.handle(.devices(DeviceList(), backend: "one"), at: .zero)
    #expect(machine.shownOrComing == Script.back.id)
  }

  @Test func aNamedCameraWaitsForThemTooSinceTheyMayHaveABetterRoadToIt() {
    var machine = SessionStateMachine(
      settings: CaptureSettings(choice: .id(Script.back.id)), backends: ["one", "model"])
    _ = machine.handle(.start(CommandID(rawValue: 1)), at: .zero)
    _ = machine.handle(.devices(DeviceList(devices: [Script.back]), backend: "model"), at: .zero)
    #expect(machine.shownOrComing == nil)
    _ = machine.handle(.searchOver, at: .zero)
    #expect(machine.shownOrComing == Script.back.id)
  }

  @Test func withoutACameraItThrowsTheRemedyOfTheList() {
    var script = Script()
    let start = script.call { .start($0) }
    script.list(
      [], problem: CaptureError(.serviceUnavailable, "No PipeWire.", remedy: "Start it."))
    #expect(script.answers[start] == nil)
    script.take(.searchOver)
    #expect(script.refusal(start)?.code == .noCamera)
    #expect(script.refusal(start)?.remedy == "Start it.")
    #expect(script.state == "idle")
    #expect(script.told.last == .stopped)
  }

  @Test func aMissingPermissionIsToldAsSuch() {
    var script = Script()
    let start = script.call { .start($0) }
    script.list([], problem: CaptureError(.notPermitted, "Denied."))
    script.take(.searchOver)
    #expect(script.refusal(start)?.code == .notPermitted)
  }

  @Test func aChoiceThatNobodyFitsIsToldWithWhatThereIs() {
    var script = Script(CaptureSettings(choice: .position(.front)))
    let start = script.call { .start($0) }
    script.list([Script.back])
    script.take(.searchOver)
    #expect(script.refusal(start)?.code == .noSuchCamera)
    #expect(script.refusal(start)?.remedy.contains("back") == true)
  }

  @Test func anotherCameraIsTriedWhereAnyWillDo() {
    var script = Script()
    let start = script.call { .start($0) }
    script.list([Script.back, Script.front])
    script.failed(1, CaptureError(.busy, "In use."))
    #expect(script.openedNow == ["front"])
    script.bringUp(2)
    #expect(script.answers[start] == .done)
  }

  @Test func theFirstReasonIsThrownWhenNoneCanBeHad() {
    var script = Script()
    let start = script.call { .start($0) }
    script.list([Script.back, Script.front])
    script.failed(1, CaptureError(.busy, "In use."))
    script.failed(2)
    #expect(script.refusal(start)?.code == .busy)
    #expect(script.refusal(start)?.message.hasPrefix("In use. No other camera") == true)
    #expect(script.state == "idle")
  }

  @Test(arguments: [CaptureError.Code.busy, .notPermitted, .unplugged, .unsupportedFormat])
  func aNamedCamerasErrorPassesThrough(_ code: CaptureError.Code) {
    var script = Script(CaptureSettings(choice: .id(Script.back.id)))
    let start = script.call { .start($0) }
    script.list([Script.back, Script.front])
    script.failed(1, CaptureError(code, "No."))
    #expect(script.refusal(start) == CaptureError(code, "No."))
  }

  @Test func startDuringStopStartsAgainAfterwards() {
    var script = Script.running()
    script.call { .stop($0) }
    let start = script.call { .start($0) }
    script.closed(1)
    #expect(script.state == "searching")
    script.list([Script.back])
    script.bringUp(2)
    #expect(script.answers[start] == .done)
  }

  @Test func theNextStartBeginsWithTheCameraShownLast() {
    var script = Script.running()
    script.call { .flip($0) }
    script.closed(1)
    script.bringUp(2)
    script.call { .stop($0) }
    script.closed(2)
    script.call { .start($0) }
    script.list([Script.back, Script.front])
    #expect(script.openedNow == ["front"])
  }

  @Test func aCameraThatOpensAfterStopIsClosed() {
    var script = Script()
    script.call { .start($0) }
    script.list([Script.back])
    let stop = script.call { .stop($0) }
    #expect(script.answers[stop] == nil)
    script.deadline(1)
    #expect(script.answers[stop] == .done)
    #expect(script.state == "idle")
    script.opened(1)
    #expect(script.closedNow == [1])
  }
}

/// How a session goes on when a camera is lost.
@Suite struct RecoveryTests {
  @Test func aLostCameraIsReplacedByAnotherAtOnce() {
    var script = Script.running()
    script.failed(1, Script.unplugged)
    script.closed(1)
    #expect(script.told.contains(.interrupted(Script.back, Script.unplugged)))
    #expect(script.openedNow == ["front"])
    script.bringUp(2)
    #expect(script.state == "running")
    #expect(script.machine.choice == .id(Script.front.id))
  }

  @Test func theChoiceIsRememberedOnlyAfterTheFirstFrame() {
    var script = Script.running()
    script.failed(1, Script.unplugged)
    script.closed(1)
    script.opened(2)
    #expect(script.machine.choice == .id(Script.back.id))
  }

  @Test func theSameCameraIsTakenBackWhenItReturns() {
    var script = Script.running([Script.back])
    script.list([])
    script.failed(1, Script.unplugged)
    script.closed(1)
    #expect(script.state == "waiting")
    script.list([Script.front, Script.back])
    #expect(script.openedNow == ["back"])
    script.bringUp(2)
    #expect(script.state == "running")
  }

  @Test func aListThatComesAfterTheFailureLeadsBackAsWell() {
    var script = Script.running([Script.back])
    script.failed(1, Script.unplugged)
    script.closed(1)
    script.list([])
    #expect(script.state == "waiting")
    script.list([Script.back])
    #expect(script.openedNow == ["back"])
  }

  @Test func aServiceThatDiesAndComesBackIsFollowed() {
    let dead = CaptureError(.serviceUnavailable, "PipeWire is gone.")
    var script = Script.running()
    script.failed(1, dead)
    script.closed(1)
    script.failed(2, dead)
    script.list([], problem: dead)
    #expect(script.state == "waiting")
    script.list([Script.back])
    script.list([Script.back, Script.front])
    script.bringUp(3)
    #expect(script.state == "running")
    #expect(script.machine.shownLive?.device.id == Script.back.id)
  }

  @Test func aStallRestartsTheSameCameraAFewTimesThenIsAnInterruption() {
    var settings = CaptureSettings()
    settings.restartLimit = 2
    var script = Script.running([Script.back], settings: settings)
    for stream in 1...3 as ClosedRange<UInt64> {
      #expect(!script.told.contains { if case .interrupted = $0 { true } else { false } })
      script.deadline(stream)
      script.closed(stream)
      if stream < 3 {
        #expect(script.state == "restart:resting")
        script.deadline(stream + 1)
        script.bringUp(stream + 1)
      }
    }
    #expect(script.told.last.map { if case .interrupted = $0 { true } else { false } } == true)
    #expect(script.state == "waiting")
  }

  @Test func eachRestartRestsLonger() {
    var script = Script.running([Script.back])
    var rests: [MediaTime] = []
    for stream in 1...3 as ClosedRange<UInt64> {
      script.deadline(stream)
      rests += script.actions.compactMap { action in
        if case .arm(.stream(Script.id(stream + 1)), let rest) = action { return rest }
        return nil
      }
      script.closed(stream)
      script.deadline(stream + 1)
      script.bringUp(stream + 1)
    }
    #expect(rests == [.milliseconds(250), .milliseconds(500), .seconds(1)])
  }

  @Test func aCameraThatRunsWellIsForgivenItsRestarts() {
    var settings = CaptureSettings()
    settings.restartLimit = 1
    var script = Script.running([Script.back], settings: settings)
    for stream in 1...4 as ClosedRange<UInt64> {
      script.deadline(stream)
      script.closed(stream)
      script.deadline(stream + 1)
      script.bringUp(stream + 1)
      script.deadline(stream + 1, quiet: .milliseconds(33))
      #expect(script.state == "running")
    }
  }

  @Test func camerasThatDoNotWorkAreTriedAgainAfterLongerPauses() {
    var script = Script.running([Script.back])
    var pauses: [MediaTime] = []
    for stream in 1...7 as ClosedRange<UInt64> {
      script.failed(stream, Script.unplugged)
      pauses += script.actions.compactMap { action in
        if case .arm(.retry, let pause) = action { return pause }
        return nil
      }
      script.closed(stream)
      script.take(.retryDue)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 32].map { .seconds($0) })
  }

  @Test func aCameraCanBeSelectedWhileTheSessionWaits() {
    var script = Script.running()
    script.failed(1, Script.unplugged)
    script.closed(1)
    script.failed(2)
    #expect(script.state == "waiting")
    let select = script.call { .select($0, .id(Script.front.id)) }
    #expect(script.actions.contains(.disarm(.retry)))
    script.bringUp(3)
    #expect(script.report(select)?.outcome == .done)
  }

  private static let ended = CaptureError(.ended, "The movie is over.")

  @Test func aMovieThatHasEndedIsReplacedByNobodyUnasked() {
    var script = Script.running()
    script.failed(1, Self.ended)
    script.closed(1)
    #expect(script.told.contains(.interrupted(Script.back, Self.ended)))
    #expect(script.state == "waiting" && script.openedNow.isEmpty)
    script.list([Script.back, Script.front, Script.usb])
    script.take(.retryDue)
    #expect(script.state == "waiting" && script.openedNow.isEmpty)
  }

  @Test(arguments: [0, 1, 2])
  func aMovieThatHasEndedIsOpenedAgainByWish(wish: Int) {
    var script = Script.running()
    script.failed(1, Self.ended)
    script.closed(1)
    let wishes: [(CommandID) -> Script.Machine.Event] = [
      { .start($0) }, { .select($0, .id(Script.back.id)) }, { .flip($0) },
    ]
    script.call(wishes[wish])
    #expect(script.openedNow == [wish == 2 ? "front" : "back"])
    script.bringUp(2)
    #expect(script.state == "running")
  }
}

extension SessionStateMachine {
  fileprivate var shownOrComing: CameraID? {
    if case .opening(let opening) = state { return opening.candidate.device.id }
    return shownLive?.device.id
  }
}
