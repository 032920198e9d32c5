import CaptureCore
import MediaTypes
import Testing

@testable import CaptureCore

/// What a flip is: a transaction of which the last wish wins.
@Suite struct FlipTests {
  /// Two cameras that can stream at once.
  static let atOnce = [
    Script.camera("back", .back, .independent), Script.camera("front", .front, .independent),
  ]

  @Test func camerasThatExcludeEachOtherAreReleasedAndOpenedInTurn() {
    var script = Script.running()
    let flip = script.call(at: .seconds(10)) { .flip($0) }
    #expect(script.closedNow == [1])
    #expect(script.openedNow == [])
    script.closed(1)
    #expect(script.openedNow == ["front"])
    script.opened(2)
    #expect(script.actions.contains(.start(Script.id(2))))
    script.started(2)
    script.firstFrame(2, at: .seconds(11), last: .seconds(9))
    #expect(script.actions.contains(.makeCurrent(Script.id(2))))
    #expect(script.flips == ["1 to front", "1 first frame", "1 done"])
    #expect(
      script.report(flip)
        == FlipReport(
          id: FlipID(rawValue: 1), from: Script.back.id, to: Script.front.id, outcome: .done,
          askedAt: .seconds(10), lastOldFrame: .seconds(9), firstNewFrame: .seconds(11)))
  }

  @Test func theOldCameraStaysLiveWhereBothCanStream() {
    var script = Script.running(Self.atOnce)
    script.call { .flip($0) }
    #expect(script.openedNow == ["front"])
    #expect(script.closedNow == [])
    script.opened(2)
    script.started(2)
    #expect(script.place(of: 1) == "shown")
    script.firstFrame(2)
    #expect(script.closedNow == [1])
    #expect(script.place(of: 2) == "shown")
  }

  @Test func theOldCameraMayLingerButNoWishWaitsForThat() {
    var script = TransitionTableTests.lingering()
    #expect(script.closedNow == [])
    script.call { .flip($0) }
    #expect(script.closedNow == [1])
    script.closed(1)
    #expect(script.openedNow == ["back"])
  }

  @Test func aFailureRollsBackToTheLivePictureAtOnce() {
    var script = Script.running(Self.atOnce)
    let flip = script.call { .flip($0) }
    script.failed(2)
    #expect(script.report(flip)?.outcome == .rolledBack(Script.fault))
    #expect(script.state == "running")
    #expect(script.place(of: 1) == "shown")
  }

  @Test func aTimeOutRollsBackByOpeningTheOldCameraAgain() {
    var script = Script.running()
    let flip = script.call { .flip($0) }
    script.closed(1)
    script.opened(2)
    script.started(2)
    script.deadline(2)
    #expect(script.closedNow == [2])
    #expect(script.state == "rollBack:blocked")
    #expect(script.report(flip) == nil)
    script.closed(2)
    #expect(script.openedNow == ["back"])
    script.bringUp(3)
    #expect(script.report(flip)?.outcome.word == "rolledBack noFrames")
    #expect(script.report(flip)?.firstNewFrame == nil)
    #expect(script.state == "running")
  }

  @Test func ifNeitherCameraCanBeHadTheFlipFailsAndTheSessionWaits() {
    var script = Script.running()
    let flip = script.call { .flip($0) }
    script.closed(1)
    script.failed(2)
    script.failed(3, Script.unplugged)
    #expect(script.report(flip)?.outcome.word == "failed deviceFailed")
    #expect(script.told.contains(.interrupted(Script.back, Script.unplugged)))
    #expect(script.state == "waiting")
    script.take(.retryDue)
    script.bringUp(4)
    #expect(script.state == "running")
  }

  @Test func theOldCameraIsNotTriedWhenItIsNoLongerListed() {
    var script = Script.running()
    let flip = script.call { .flip($0) }
    script.list([Script.front])
    script.closed(1)
    script.failed(2)
    #expect(script.report(flip)?.outcome.word == "failed deviceFailed")
    #expect(script.state == "waiting")
  }

  @Test func anOldCameraThatIsLostDuringAFlipDoesNotEndTheFlip() {
    var script = Script.running(Self.atOnce)
    let flip = script.call { .flip($0) }
    script.failed(1, Script.unplugged)
    #expect(script.closedNow == [1])
    script.bringUp(2)
    #expect(script.report(flip)?.outcome == .done)
    #expect(!script.told.contains { if case .interrupted = $0 { true } else { false } })
  }

  @Test func aLaterWishForTheSameCameraJoinsTheFlip() {
    var script = Script.running()
    let first = script.call { .select($0, .position(.front)) }
    let second = script.call { .select($0, .id(Script.front.id)) }
    script.closed(1)
    script.bringUp(2)
    #expect(script.flips == ["1 to front", "1 first frame", "1 done"])
    #expect(script.report(first) != nil)
    #expect(script.report(first) == script.report(second))
  }

  @Test func aLaterWishForAnotherCameraSupersedesTheFlip() {
    var script = Script.running([Script.back, Script.front, Script.usb])
    let first = script.call { .flip($0) }
    script.closed(1)
    let second = script.call { .select($0, .id(Script.usb.id)) }
    #expect(script.report(first)?.outcome == .superseded)
    // The front camera may still come: it is closed then, and the third may not open before.
    #expect(script.state == "flip:blocked")
    script.opened(2)
    #expect(script.closedNow == [2])
    script.closed(2)
    #expect(script.openedNow == ["usb"])
    script.bringUp(3)
    #expect(script.report(second)?.outcome == .done)
    #expect(
      script.flips == ["1 to front", "1 superseded", "2 to usb", "2 first frame", "2 done"])
  }

  @Test(arguments: [(Self.atOnce, 20), (Self.atOnce, 21), ([Script.back, Script.front], 20)])
  func manyTapsEndWhereTheLastOneSays(_ devices: [CameraDevice], _ taps: Int) {
    var script = Script.running(devices)
    let flips = (0..<taps).map { _ in script.call { .flip($0) } }
    for stream in 1...UInt64(taps + 1) {
      script.closed(stream)
      script.bringUp(stream)
      script.closed(stream)
    }
    #expect(script.state == "running")
    let goal = taps.isMultiple(of: 2) ? "back" : "front"
    #expect(script.machine.shownLive?.device.id.rawValue == goal)
    #expect(flips.allSatisfy { script.report($0) != nil })
    #expect(flips.last.flatMap(script.report)?.outcome == .done)
  }

  @Test func tappingBackWhileTheOldPictureIsLiveIsDoneAtOnce() {
    var script = Script.running(Self.atOnce)
    let first = script.call { .flip($0) }
    let second = script.call { .flip($0) }
    #expect(script.report(first)?.outcome == .superseded)
    #expect(script.report(second)?.outcome == .done)
    #expect(script.report(second)?.from == script.report(second)?.to)
    #expect(script.state == "running")
    // The front camera is on its way and is closed when it comes.
    script.opened(2)
    #expect(script.closedNow == [2])
  }

  @Test func aWishDuringARollBackTakesItsPlace() {
    var script = Script.running()
    let first = script.call { .flip($0) }
    script.closed(1)
    script.failed(2)
    let second = script.call { .select($0, .id(Script.back.id)) }
    #expect(script.report(first)?.outcome == .rolledBack(Script.fault))
    script.bringUp(3)
    #expect(script.report(second)?.outcome == .done)
  }

  @Test func stoppingEndsTheFlip() {
    var script = Script.running()
    let flip = script.call { .flip($0) }
    let stop = script.call { .stop($0) }
    #expect(script.report(flip)?.outcome.word == "failed stopped")
    script.closed(1)
    #expect(script.answers[stop] == .done)
    #expect(script.state == "idle")
  }

  @Test func aSingleCameraCannotFlip() {
    var script = Script.running([Script.back])
    let flip = script.call { .flip($0) }
    #expect(script.refusal(flip)?.code == .noSuchCamera)
    #expect(script.refusal(flip)?.remedy.isEmpty == false)
    #expect(script.flips == [])
  }
}
