import CaptureVirtual
import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite(
  "viewfinder with a real PipeWire", .serialized, .requires(.pipeWire), .timeLimit(.minutes(4)))
struct PipeWireTests {
  /// A camera whose pictures say which they are: those of the program's own virtual camera.
  private func coded() throws -> GStreamerCamera.Description {
    var camera = GStreamerCamera.Description(name: "coded")
    camera.source =
      "'\(try BuiltProducts.path("viewfinder"))' frames --backend virtual --camera back"
      + " --size 640x360 --format raw 2>/dev/null"
    (camera.format, camera.isJPEG, camera.location) = ("I420", true, "back")
    return camera
  }

  private func plain() -> GStreamerCamera.Description {
    var camera = GStreamerCamera.Description(name: "plain")
    camera.location = "front"
    return camera
  }

  @Test(
    "Many pictures go through PipeWire, at the promised rate, in order, none twice",
    .requires(.ffmpeg))
  func codes() async throws {
    let count = Soak.times(90, long: 300)
    let server = try await PipeWireServer.started()
    let camera = try await GStreamerCamera.plugged(coded(), into: server)
    let viewfinder = try Viewfinder(environment: server.environment)
    let ending = try await viewfinder.run(
      shell: """
        set -o pipefail
        "$0" frames --backend pipewire --count \(count) --format y4m | tee film.y4m |
        ffprobe -v error -count_frames -of default=nk=0:nw=1 -show_entries \
        stream=width,height,r_frame_rate,nb_read_frames,pix_fmt -
        """)
    #expect(ending.status == 0, "\(ending.errors)")
    for fact in [
      "width=640", "height=360", "r_frame_rate=30/1", "nb_read_frames=\(count)", "pix_fmt=yuv420p",
    ] {
      #expect(ending.output.contains(fact), "\(ending.output)")
    }
    let readings = try Y4MFilm(viewfinder.bytes("film.y4m")).readings()
    #expect(readings.count == count)
    #expect(readings.allSatisfy { $0.code.isFrom(VirtualCamera.back.id) && !$0.isMirrored })
    let codes = readings.map(\.code)
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0.time < $1.time })
    await camera.unplug()
    await server.stop()
  }

  @Test("Both cameras are listed with their positions, and are named when another one is asked for")
  func devices() async throws {
    let server = try await PipeWireServer.started()
    let cameras = [
      try await GStreamerCamera.plugged(coded(), into: server),
      try await GStreamerCamera.plugged(plain(), into: server),
    ]
    let viewfinder = try Viewfinder(environment: server.environment)
    let listing = try await viewfinder.run("devices", "--backend", "pipewire", "--json")
    #expect(listing.status == 0, "\(listing.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(listing.output.utf8))
    let root = try #require(object as? [String: Any])
    let listed = try #require(root["cameras"] as? [[String: Any]])
    let positions = listed.map { "\($0["name"] ?? "") \($0["position"] ?? "")" }
    #expect(Set(positions) == ["coded back", "plain front"])
    #expect(listed.allSatisfy { $0["backend"] as? String == "pipewire" })

    let unknown = try await viewfinder.run(
      "frames", "--backend", "pipewire", "--camera", "nobody", "--count", "1")
    #expect(unknown.status == 3)
    #expect(unknown.output.isEmpty)
    for name in ["coded", "plain"] {
      #expect(unknown.errors.contains("(\(name))"), "\(unknown.errors)")
    }
    for camera in cameras { await camera.unplug() }
    await server.stop()
  }

  @Test("Without a daemon the status is 3 within seconds, with the remedy")
  func noDaemon() async throws {
    let server = try PipeWireServer()
    let viewfinder = try Viewfinder(environment: server.environment)
    for words in ["frames --count 1", "devices"] {
      let asked = ContinuousClock.now
      let ending = try await viewfinder.run(shell: "\"$0\" \(words) --backend pipewire")
      #expect(ContinuousClock.now - asked < .seconds(10))
      #expect(ending.status == 3)
      #expect(ending.output.isEmpty)
      #expect(ending.errors.contains("PipeWire, which serves the cameras, is not running."))
      #expect(ending.errors.contains("systemctl --user start pipewire"), "\(ending.errors)")
    }
  }
}
