import CaptureCore
import CapturePipeWire
import CaptureVirtual
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// The camera portal on a real session bus, with a real PipeWire behind it.
@Suite(.requires(.pipeWire), .requires(FakePortal.part), .serialized)
struct PortalTests {
  /// PipeWire cannot be reached but through the portal.
  private static func backend(
    of server: PipeWireServer, clock: any MediaClock = SystemClock()
  ) -> PipeWireBackend {
    PipeWireBackend(
      clock: clock, remote: "/nowhere",
      portal: .always(bus: server.environment["DBUS_SESSION_BUS_ADDRESS"]))
  }

  @Test func aYesShowsTheCamerasAndTheirPictures() async throws {
    let server = try await PipeWireServer.started()
    let portal = try await FakePortal(.grant, on: server)
    let camera = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
    let backend = Self.backend(of: server)
    let device = try await firstCamera(of: backend)
    #expect(try await firstFrame(of: device, from: backend).size.width == 640)
    #expect(await portal.questions == 1)
    await camera.unplug()
    await server.stop()
  }

  @Test func aLostDaemonIsReachedThroughThePortalAgain() async throws {
    let server = try await PipeWireServer.started()
    let portal = try await FakePortal(.grant, on: server)
    let backend = Self.backend(of: server)
    let lists = backend.deviceLists()
    _ = try await lists.first("no problem") { $0.problem == nil }
    await server.killDaemon()
    _ = try await lists.first("a problem") { $0.problem?.code == .serviceUnavailable }
    try await server.start()
    _ = try await lists.first("no problem") { $0.problem == nil }
    #expect(await portal.questions >= 2)
    await server.stop()
  }

  @Test(arguments: [FakePortal.Manner.deny, .cancel, .refuse])
  func aNoIsSaidWithItsRemedyAndNobodyIsAskedTwice(manner: FakePortal.Manner) async throws {
    let server = try await PipeWireServer.started()
    let portal = try await FakePortal(manner, on: server)
    let clock = ManualClock()
    let backend = Self.backend(of: server, clock: clock)
    let lists = backend.deviceLists()
    let list = try await lists.first("a no") { $0.problem != nil }
    #expect(list.devices.isEmpty)
    #expect(list.problem?.code == .notPermitted)
    #expect(list.problem?.remedy.isEmpty == false)
    let format = CameraFormat(
      pixelFormat: .nv12, size: PixelSize(width: 640, height: 360), rate: .fps30)
    let refused = await #expect(throws: CaptureError.self) {
      try await backend.open(CameraID("cam"), format: format)
    }
    #expect(refused?.code == .notPermitted)
    clock.advance(by: .seconds(600))
    #expect(await portal.questions == 1)
    // Somebody who looks for cameras anew asks anew.
    await portal.end()
    let yes = try await FakePortal(.grant, on: server)
    _ = try await backend.deviceLists().first("a yes") { $0.problem == nil }
    #expect(await yes.questions == 1)
    await server.stop()
  }

  @Test func aPortalThatEndsIsAskedAgainOnceItIsBack() async throws {
    let server = try await PipeWireServer.started()
    let portal = try await FakePortal(.vanish, on: server)
    let backend = PipeWireBackend(
      clock: SystemClock(), remote: server.socket,
      portal: .always(bus: server.environment["DBUS_SESSION_BUS_ADDRESS"]))
    let lists = backend.deviceLists()
    let list = try await lists.first("a problem") { $0.problem != nil }
    #expect(list.problem?.code == .serviceUnavailable)
    #expect(list.problem?.remedy.contains("xdg-desktop-portal") == true)
    #expect(await portal.questions == 1)
    _ = try await lists.first("no problem") { $0.problem == nil }
    await server.stop()
  }

  @Test func aPortalThatNeverAnswersIsReported() async throws {
    let server = try await PipeWireServer.started()
    let portal = try await FakePortal(.hang, on: server)
    let clock = ManualClock()
    let backend = Self.backend(of: server, clock: clock)
    let lists = backend.deviceLists()
    try await portal.waitUntil("asked")
    clock.advance(by: .seconds(5))
    let list = try await lists.first("a problem") { $0.problem != nil }
    #expect(list.problem?.code == .serviceUnavailable)
    #expect(list.problem?.message.hasPrefix("The camera portal") == true)
    await server.stop()
  }

  @Test func aQuestionThatNobodyAnswersIsShownAndThenTakenBack() async throws {
    let server = try await PipeWireServer.started()
    let portal = try await FakePortal(.silent, on: server)
    let clock = ManualClock()
    let backend = Self.backend(of: server, clock: clock)
    let lists = backend.deviceLists()
    try await portal.waitUntil("asked")
    // The confirmation is on its way: until it is here, a second more is not enough to be told.
    let asked = try await poll("being told of the question") {
      clock.advance(by: .milliseconds(200))
      return try await Self.problem(of: backend)
    }
    #expect(asked.message.contains("asks"))
    _ = try await lists.first("the question") { $0.problem == asked }
    clock.advance(by: .seconds(120))
    let list = try await lists.first("the end of it") { $0.problem != asked }
    #expect(list.problem?.code == .notPermitted)
    try await portal.waitUntil("closed")
    #expect(await portal.questions == 1)
    await server.stop()
  }

  private static func problem(of backend: PipeWireBackend) async throws -> CaptureError? {
    let lists = backend.deviceLists()
    let first = try? await within(.milliseconds(100), "a list") { () -> DeviceList? in
      for await list in lists { return list }
      return nil
    }
    return first?.problem
  }

  @Test func somethingThatIsNoPipeWireIsAnErrorLikeAnyOther() async throws {
    let server = try await PipeWireServer.started()
    let portal = try await FakePortal(.lie, on: server)
    let backend = Self.backend(of: server)
    let list = try await backend.deviceLists().first("a problem") { $0.problem != nil }
    #expect(list.problem?.code == .serviceUnavailable)
    #expect(await portal.questions >= 1)
    await server.stop()
  }

  @Test(arguments: [nil, "unix:path=/nowhere"])
  func withoutAPortalPipeWireIsReachedDirectly(bus: String?) async throws {
    let server = try await PipeWireServer.started()
    let backend = PipeWireBackend(
      clock: SystemClock(), remote: server.socket,
      portal: .always(bus: bus ?? server.environment["DBUS_SESSION_BUS_ADDRESS"]))
    let list = try await backend.deviceLists().first("a list") { _ in true }
    #expect(list.problem == nil)
    await server.stop()
  }
}
