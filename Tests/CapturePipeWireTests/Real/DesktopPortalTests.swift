import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// The portal that desktops have, with an answer in its store in place of a person's: it hands over a
/// connection that the session manager restricts to cameras.
@Suite(.requires(.pipeWire), .requires(DesktopPortal.part), .serialized)
struct DesktopPortalTests {
  private static func backend(of server: PipeWireServer) -> PipeWireBackend {
    PipeWireBackend(
      clock: SystemClock(), remote: "/nowhere",
      portal: .always(bus: server.environment["DBUS_SESSION_BUS_ADDRESS"]))
  }

  @Test func aStoredYesShowsTheCamerasAndTheirPictures() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
    let portal = try await DesktopPortal(answer: "yes", on: server)
    let backend = Self.backend(of: server)
    let device = try await firstCamera(of: backend)
    #expect(try await firstFrame(of: device, from: backend).size.width == 640)
    await camera.unplug()
    await portal.end()
    await server.stop()
  }

  @Test func aStoredNoIsSaidWithItsRemedy() async throws {
    let server = try await PipeWireServer.started()
    let portal = try await DesktopPortal(answer: "no", on: server)
    let list = try await Self.backend(of: server).deviceLists().first("a no") { $0.problem != nil }
    #expect(list.problem?.code == .notPermitted)
    #expect(list.problem?.remedy.isEmpty == false)
    await portal.end()
    await server.stop()
  }
}

/// `xdg-desktop-portal` with a permission store, on a test's bus.
private actor DesktopPortal {
  static let part = RealPart(
    "xdg-desktop-portal",
    programs: ["/usr/libexec/xdg-desktop-portal", "/usr/libexec/xdg-permission-store", "gdbus"],
    packages: ["xdg-desktop-portal", "libglib2.0-bin"])

  private let folder: TemporaryFolder
  private let store: ChildProcess
  private let portal: ChildProcess

  init(answer: String, on server: PipeWireServer) async throws {
    folder = try TemporaryFolder()
    var environment = server.environment
    environment["XDG_DATA_HOME"] = folder.path
    // The portal for cameras is there where somebody could ask the person; with an answer in the store
    // nobody is asked.
    try folder.write(
      """
      [portal]
      DBusName=org.freedesktop.impl.portal.desktop.test
      Interfaces=org.freedesktop.impl.portal.Access;
      UseIn=test
      """, to: "portals/test.portal")
    environment["XDG_DESKTOP_PORTAL_DIR"] = folder.file("portals")
    environment["XDG_CURRENT_DESKTOP"] = "test"
    store = try ChildProcess("/usr/libexec/xdg-permission-store", environment: environment)
    let name = "org.freedesktop.impl.portal.PermissionStore"
    try await Self.wait(for: name, environment)
    // Programs outside of a sandbox have no name there.
    let (status, output) = try await ChildProcess.run(
      "gdbus",
      [
        "call", "--session", "--dest", name, "--object-path",
        "/org/freedesktop/impl/portal/PermissionStore", "--method", name + ".SetPermission",
        "devices", "true", "camera", "", "['\(answer)']",
      ], environment: environment)
    if status != 0 { throw TestSupportError("no answer could be stored: \(output)") }
    portal = try ChildProcess("/usr/libexec/xdg-desktop-portal", environment: environment)
    try await Self.wait(for: "org.freedesktop.portal.Desktop", environment)
  }

  func end() async {
    await portal.end()
    await store.end()
  }

  private static func wait(for name: String, _ environment: [String: String]) async throws {
    let (status, output) = try await ChildProcess.run(
      "gdbus", ["wait", "--session", "--timeout", "30", name], environment: environment)
    if status != 0 { throw TestSupportError("\(name) is not on the bus: \(output)") }
  }
}
