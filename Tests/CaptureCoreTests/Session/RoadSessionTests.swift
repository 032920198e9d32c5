import CaptureCore
import MediaTypes
import Testing

@testable import CaptureCore

/// What a session does with a camera that a service and the kernel both reach.
@Suite struct RoadSessionTests {
  private static let service = RoadTests.service("its name", node: 0)
  private static let kernel = RoadTests.kernel("bus/1", node: 0)
  private static let other = RoadTests.kernel("bus/2", node: 2)
  private static let dead = CaptureError(.serviceUnavailable, "The service is gone.")

  /// A session that shows the camera by the service, with another camera beside it.
  private func running(_ settings: CaptureSettings = CaptureSettings()) -> Script {
    var script = Script(settings, backends: ["service", "kernel"])
    script.call { .start($0) }
    script.list([Self.service], from: "service")
    script.list([Self.kernel, Self.other], from: "kernel")
    #expect(script.roadsNow == ["bus/1 by service as its name"])
    script.bringUp(1)
    return script
  }

  private func interruptions(_ script: Script) -> Int {
    script.told.count { if case .interrupted = $0 { true } else { false } }
  }

  @Test(arguments: [true, false])
  func aServiceThatDiesInUseLeavesTheSessionOnTheOtherRoadAtOnce(_ isListFirst: Bool) {
    var script = running()
    if isListFirst { script.list([], from: "service", problem: Self.dead) }
    script.failed(1, Self.dead)
    #expect(script.state == "restart:blocked")
    script.closed(1)
    #expect(script.roadsNow == ["bus/1 by kernel as bus/1"])
    if !isListFirst { script.list([], from: "service", problem: Self.dead) }
    script.bringUp(2)
    #expect(script.state == "running")
    #expect(script.machine.shownLive?.device.id == Self.kernel.id)
    #expect(script.machine.choice == .id(Self.kernel.id))
    #expect(interruptions(script) == 0)
  }

  @Test func aServiceThatLosesTheCameraIsNotBelievedWhileTheKernelHasIt() {
    var script = running()
    script.failed(1, Script.unplugged)
    script.closed(1)
    #expect(script.roadsNow == ["bus/1 by kernel as bus/1"])
  }

  @Test func theKernelIsBelieved() {
    var script = running()
    script.failed(1, Self.dead)
    script.closed(1)
    script.bringUp(2)
    script.failed(2, Script.unplugged)
    #expect(interruptions(script) == 1)
    #expect(script.roadsNow == ["bus/2 by kernel as bus/2"])
  }

  @Test func theServiceComesBackAndTheStreamStaysWhereItIs() {
    var script = running()
    script.failed(1, Self.dead)
    script.closed(1)
    script.list([], from: "service", problem: Self.dead)
    script.bringUp(2)
    script.list([Self.service], from: "service")
    #expect(script.roadsNow.isEmpty && script.closedNow.isEmpty)
    #expect(script.state == "running")
    #expect(script.machine.shownLive?.device.backend == "kernel")
    // The next opening takes the better road again.
    script.call { .flip($0) }
    script.bringUp(3)
    script.closed(2)
    script.call { .flip($0) }
    script.closed(3)
    #expect(script.roadsNow == ["bus/1 by service as its name"])
  }

  @Test func aRoadThatCannotBeStartedGivesWayToTheOtherBeforeAnotherCamera() {
    var script = Script(backends: ["service", "kernel"])
    let start = script.call { .start($0) }
    script.list([Self.service], from: "service")
    script.list([Self.kernel, Self.other], from: "kernel")
    script.failed(1)
    #expect(script.roadsNow == ["bus/1 by kernel as bus/1"])
    script.failed(2)
    #expect(script.roadsNow == ["bus/2 by kernel as bus/2"])
    script.bringUp(3)
    #expect(script.answers[start] == .done)
  }

  @Test func whyACameraCannotBeHadIsSaidInTheKernelsWords() {
    var script = Script(
      CaptureSettings(choice: .id(Self.kernel.id)), backends: ["service", "kernel"])
    let start = script.call { .start($0) }
    script.list([Self.service], from: "service")
    script.list([Self.kernel, Self.other], from: "kernel")
    script.failed(1, CaptureError(.startFailed, "The service could not."))
    script.failed(2, CaptureError(.busy, "A program (12) has it."))
    #expect(script.refusal(start) == CaptureError(.busy, "A program (12) has it."))
  }

  @Test func aServiceThatNoLongerBringsPicturesIsLeftAfterItsRestarts() {
    var settings = CaptureSettings()
    settings.restartLimit = 0
    var script = running(settings)
    script.deadline(1)
    script.closed(1)
    #expect(script.roadsNow == ["bus/1 by kernel as bus/1"])
  }

  @Test func aNewRoadIsTriedAtOnceWhenNoneWasLeft() {
    var script = Script(backends: ["service", "kernel"])
    script.call { .start($0) }
    script.list([Self.service], from: "service")
    script.list([Self.kernel], from: "kernel")
    script.bringUp(1)
    script.list([], from: "service", problem: Self.dead)
    script.failed(1, Self.dead)
    script.closed(1)
    for stream in 2...5 as ClosedRange<UInt64> where script.state != "waiting" {
      if stream > 2 { script.deadline(stream) }
      script.failed(stream, CaptureError(.notPermitted, "Not allowed."))
    }
    #expect(script.state == "waiting")
    script.list([Self.service], from: "service")
    #expect(script.roadsNow == ["bus/1 by service as its name"])
  }

  @Test func aCameraShownUnderItsServicesNameIsNotOpenedASecondTime() {
    var script = Script(backends: ["service", "kernel"])
    script.call { .start($0) }
    script.list([Self.service], from: "service")
    script.take(.searchOver)
    script.bringUp(1)
    script.list([Self.kernel], from: "kernel")
    let flip = script.call { .flip($0) }
    #expect(script.refusal(flip)?.code == .noSuchCamera)
  }
}
