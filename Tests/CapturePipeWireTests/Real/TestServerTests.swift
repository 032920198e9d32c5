import TestSupport
import Testing

@Suite(.requires(.pipeWire))
struct TestServerTests {
  @Test func aCameraOfATestIsListedUntilItIsPulledOut() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(.init(name: "front"), into: server)
    #expect(try await server.listing("Node").contains("Video/Source"))
    await camera.unplug()
    try await server.waitUntilGone("node.name = \"front\"")
    await server.stop()
  }

  @Test func theServerComesBackAfterItsDaemonWasKilled() async throws {
    let server = try await PipeWireServer.started()
    await server.killDaemon()
    #expect(try await server.listing().contains("core.name") == false)
    try await server.start()
    #expect(try await server.listing().contains("core.name"))
    await server.stop()
  }

  @Test func aChildThatIgnoresTheEndIsKilledAndItsStatusSaysSo() async throws {
    let child = try ChildProcess(
      "sh", ["-c", "trap '' TERM; echo ready; while :; do read -r _ </dev/zero; done"],
      capturesOutput: true)
    try await child.waitForOutput("ready")
    await child.kill()
    #expect(try await child.exitStatus() == 128 + 9)
  }
}
