import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite("viewfinder doctor")
struct DoctorProgramTests {
  @Test("With virtual cameras it is status 0, and every line has a state")
  func virtual() async throws {
    let ending = try await Viewfinder().run("doctor", "--backend", "virtual")
    #expect(ending.status == 0, "\(ending.errors)")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("ok      cameras") == true, "\(ending.output)")
    for line in lines where !line.hasPrefix(" ") {
      #expect(["ok ", "warning ", "missing "].contains { line.hasPrefix($0) }, "\(line)")
    }
  }

  @Test("Without any camera it is status 3; the JSON is whole and says so")
  func none() async throws {
    let folder = try TemporaryFolder()
    let ending = try await Viewfinder(environment: [
      "XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "", "PIPEWIRE_RUNTIME_DIR": "",
    ]).run("doctor", "--json", "--backend", "pipewire")
    #expect(ending.status == 3)
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    #expect(root["usable"] as? Bool == false)
    let findings = try #require(root["findings"] as? [[String: Any]])
    let pipeWire = try #require(findings.first { $0["subject"] as? String == "PipeWire" })
    #expect(pipeWire["state"] as? String == "missing")
    #expect((pipeWire["command"] as? String)?.isEmpty == false)
  }

  @Test("A real PipeWire with a camera is seen to run", .requires(.pipeWire))
  func pipeWire() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(.init(name: "desk"), into: server)
    let ending = try await Viewfinder(environment: server.environment).run(
      "doctor", "--backend", "pipewire")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("desk (pipewire)"), "\(ending.output)")
    for service in ["PipeWire", "WirePlumber"] {
      #expect(
        ending.output.split(separator: "\n").contains {
          $0.hasPrefix("ok      \(service)") && $0.contains("It runs")
        }, "\(ending.output)")
    }
    withExtendedLifetime(camera) {}
  }

  @Test("The session bus is asked who is there", .requires(.pipeWire))
  func bus() async throws {
    let server = try await PipeWireServer.started()
    let address = try #require(server.environment["DBUS_SESSION_BUS_ADDRESS"])
    #expect(SessionBus.hasOwner(of: "org.freedesktop.DBus", address: address))
    #expect(!SessionBus.hasOwner(of: "org.example.Nobody", address: address))
    #expect(!SessionBus.hasOwner(of: "org.freedesktop.DBus", address: "unix:path=/nowhere"))
    #expect(SessionBus.isThere(address: address) && !SessionBus.isThere(address: ""))
  }
}
