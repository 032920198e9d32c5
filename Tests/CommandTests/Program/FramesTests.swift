import CaptureVirtual
import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import Commands

@Suite("viewfinder frames", .serialized)
struct FramesTests {
  let viewfinder: Viewfinder

  init() throws {
    viewfinder = try Viewfinder()
  }

  @Test("FFmpeg reads as many pictures as were asked for, at the promised rate", .requires(.ffmpeg))
  func ffprobe() async throws {
    let ending = try await viewfinder.run(
      shell: """
        set -o pipefail; "$0" frames --backend virtual --count 60 2>/dev/null |
        ffprobe -v error -count_frames -of default=nk=0:nw=1 -show_entries \
        stream=width,height,r_frame_rate,nb_read_frames,pix_fmt,color_range -
        """)
    #expect(ending.status == 0, "\(ending.errors)")
    for fact in [
      "width=1280", "height=720", "r_frame_rate=30/1", "nb_read_frames=60", "pix_fmt=yuv420p",
    ] {
      #expect(ending.output.contains(fact), "\(ending.output)")
    }
  }

  @Test("The codes in the pictures come in order, from the camera that was asked for")
  func codes() async throws {
    let ending = try await viewfinder.run(
      "frames", "--backend", "virtual", "--camera", "front", "--count", "10", "--size", "640x360",
      "--rate", "15")
    #expect(ending.status == 0, "\(ending.errors)")
    let readings = try Y4MFilm(viewfinder.bytes("out")).readings()
    #expect(readings.allSatisfy { $0.code.isFrom(VirtualCamera.front.id) && !$0.isMirrored })
    let sequences = readings.map(\.code.sequence)
    #expect(sequences.count == 10)
    #expect(sequences == sequences.sorted() && Set(sequences).count == 10)
  }

  @Test("Raw pictures have no header and no padding")
  func raw() async throws {
    let ending = try await viewfinder.run(
      "frames", "--virtual", "", "--format", "raw", "--count", "3", "--backend", "virtual")
    #expect(ending.status == 2, "an empty value is no value")
    let again = try await viewfinder.run(
      "frames", "--backend", "virtual", "--format", "raw", "--count", "3")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try viewfinder.bytes("out").count == 3 * 1280 * 720 * 3 / 2)
    #expect(again.errors.contains("1280x720"))
  }

  @Test("A reader that has had enough ends it quietly")
  func closedPipe() async throws {
    let ending = try await viewfinder.run(
      shell: #""$0" frames --backend virtual | head -c 2000000 | wc -c; exit ${PIPESTATUS[0]}"#)
    #expect(ending.status == 0)
    #expect(ending.output.contains("2000000"))
    #expect(!ending.errors.contains("cannot be written"), "\(ending.errors)")
  }

  @Test(
    "Ctrl-C ends it with status 130, while it runs and while it starts",
    arguments: [
      "slow:10ms", "nostart",
    ])
  func interrupt(faults: String) async throws {
    let child = try viewfinder.start(["frames", "--virtual", faults])
    if faults == "nostart" {
      // Its signals are its own as soon as it runs Swift; there is no sign of that on the outside.
      try await Task.sleep(for: .milliseconds(500))
    } else {
      _ = try await poll("pictures") { [viewfinder] in
        ((try? viewfinder.bytes("out")) ?? []).count > 1_000_000 ? true : nil
      }
    }
    let asked = ContinuousClock.now
    child.send(SIGINT)
    #expect(try await child.exitStatus() == 130)
    #expect(ContinuousClock.now - asked < .seconds(20))
    #expect(viewfinder.text("err").split(separator: "\n").count <= 1)
  }

  @Test("A camera that is unplugged ends the pictures; no other takes its place unsaid")
  func unplugged() async throws {
    let ending = try await viewfinder.run(
      shell: #""$0" frames --camera virtual-back --virtual back.unplug@500ms >/dev/null"#)
    #expect(ending.status == 3, "\(ending.errors)")
    #expect(ending.errors.contains("Virtual Back Camera was unplugged"), "\(ending.errors)")
    #expect(!ending.errors.contains("Front"), "\(ending.errors)")
  }

  @Test("An unknown camera is status 3, and those that are there are named")
  func unknownCamera() async throws {
    let ending = try await viewfinder.run("frames", "--backend", "virtual", "--camera", "nobody")
    #expect(ending.status == 3)
    #expect(ending.errors.contains("virtual-front") && ending.errors.contains("virtual-back"))
    #expect(ending.written.isEmpty)
  }

  @Test("A camera that is gone when it is opened is status 3")
  func vanished() async throws {
    let ending = try await viewfinder.run(
      "frames", "--camera", "front", "--virtual", "vanish", "--count", "1")
    #expect(ending.status == 3, "\(ending.errors)")
    #expect(ending.errors.hasPrefix("viewfinder: "))
    #expect(ending.written.isEmpty)
  }
}
