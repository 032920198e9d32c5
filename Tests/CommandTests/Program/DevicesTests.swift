import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite("viewfinder devices")
struct DevicesTests {
  let viewfinder: Viewfinder

  init() throws {
    viewfinder = try Viewfinder()
  }

  @Test("The table has a line for each camera")
  func table() async throws {
    let ending = try await viewfinder.run("devices", "--backend", "virtual")
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    let lines = ending.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("ID ") == true)
    #expect(lines.contains { $0.hasPrefix("virtual-back ") && $0.contains("back (script)") })
    #expect(lines.contains { $0.hasPrefix("virtual-front ") && $0.contains("front (script)") })
    #expect(lines.contains { $0.hasPrefix("virtual-microphone ") && $0.contains("default") })
  }

  @Test("The JSON has the keys that the help names")
  func json() async throws {
    let ending = try await viewfinder.run("devices", "--json", "--backend", "virtual")
    let object = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    let root = try #require(object as? [String: Any])
    #expect(Set(root.keys) == ["cameras", "microphones", "problem"])
    let microphone = try #require((root["microphones"] as? [[String: Any]])?.first)
    #expect(Set(microphone.keys) == ["id", "name", "backend", "isDefault", "isMonitor"])
    #expect(microphone["id"] as? String == "virtual-microphone")
    #expect(microphone["isDefault"] as? Bool == true)
    let cameras = try #require(root["cameras"] as? [[String: Any]])
    #expect(cameras.count == 2)
    for camera in cameras {
      #expect(
        Set(camera.keys) == [
          "id", "name", "backend", "otherBackends", "position", "positionSource", "formats",
        ])
      let format = try #require((camera["formats"] as? [[String: Any]])?.first)
      #expect(Set(format.keys) == ["pixelFormat", "width", "height", "rate"])
      #expect((format["rate"] as? String)?.contains("/") == true)
    }
  }

  @Test("Watching tells what is there and goes on until Ctrl-C, status 130")
  func watch() async throws {
    let child = try viewfinder.start(["devices", "--watch", "--json", "--backend", "virtual"])
    _ = try await poll("three lines") { [viewfinder] in
      viewfinder.text("out").split(separator: "\n").count == 3 ? true : nil
    }
    #expect(child.isRunning)
    child.send(SIGINT)
    #expect(try await child.exitStatus() == 130)
    for line in viewfinder.text("out").split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["event"] as? String == "added")
      #expect((object?["camera"] ?? object?["microphone"]) is [String: Any])
    }
  }
}
