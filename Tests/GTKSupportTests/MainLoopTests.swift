import TestSupport
import Testing

/// With the GLib loop on the main thread, which only a program of its own can have.
@Suite("The main actor under a GLib main loop")
struct MainLoopTests {
  private func probe(_ what: String, environment: [String: String] = [:]) async throws -> String {
    let result = try await ChildProcess.run(
      BuiltProducts.path("GTKProbe"), [what], environment: environment, limit: .seconds(60))
    print("GTKProbe \(what): \(result.output)")
    #expect(result.status == 0)
    return result.output
  }

  @Test("200 hops from a background task are served")
  func hops() async throws {
    #expect(try await probe("hops").contains("served 200 "))
  }

  @Test("wakes from many threads become few calls, and none after cancel")
  func waker() async throws {
    let output = try await probe("waker")
    let calls = output.split(separator: "\n").first?.split(separator: " ").last.flatMap { Int($0) }
    #expect((1...1000).contains(calls ?? 0))
    #expect(output.contains("silent after cancel"))
  }

  @Test("without a display the program is told, and goes on")
  func noDisplay() async throws {
    let output = try await probe("widgets", environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
    #expect(output.contains("no display"))
  }

  @Test("a button's handler runs and is freed with the button", .requires(.xServer))
  func widgets() async throws {
    let server = try await XServer.started()
    let output = try await probe("widgets", environment: server.environment)
    #expect(output.contains("clicked\nreleased with its wrapper true\nstatus 0"))
  }
}
