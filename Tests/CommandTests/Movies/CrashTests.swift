import CaptureVirtual
import Foundation
import MediaTypes
import SeededRandom
import TestSupport
import Testing
import Viewfinder

@testable import Commands

extension RealPart {
  /// Programs that people play movies with.
  static let players = RealPart(
    "A movie player", programs: ["mpv", "gst-discoverer-1.0"],
    packages: ["mpv", "gstreamer1.0-plugins-base-apps", "gstreamer1.0-libav"])
}

@Suite(
  "A recording that is killed, or whose disk fills up", .serialized, .requires(.ffmpeg),
  .requires(.players), .timeLimit(.minutes(20)))
struct CrashTests {
  private static let isLong = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil
  private static let size = PixelSize(width: 640, height: 360)

  @Test("Killed at random moments: every file opens, and lacks at most the last 1.2 s")
  func killed() async throws {
    let seed = UInt64.random(in: 0 ..< .max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<(Self.isLong ? 100 : 5) {
      let viewfinder = try Viewfinder()
      let child = try viewfinder.start(
        [
          "record", "a.mp4", "--flip-at", "300ms,700ms,1500ms", "--size", "640x360", "--backend",
          "virtual",
        ])
      let part = viewfinder.folder.file("a.mp4.part")
      _ = try await poll("the first fragment") {
        ((try? FileManager.default.attributesOfItem(atPath: part))?[.size] as? Int ?? 0) > 5000
          ? true : nil
      }
      // No wait for anything: the kill shall come at any moment of the writing.
      try await Task.sleep(for: .milliseconds(Int(random.next() % 2000)))
      let moment = SystemClock().now
      await child.kill()
      let last = try await lastPicture(part)
      // What lies on the disk is at most 1.2 s old; a busy machine's encoder is behind by more.
      let limit = Self.isLong ? MediaTime.milliseconds(1200) : .seconds(5)
      #expect(moment - last <= limit, "\((moment - last).seconds) s missing, seed \(seed)")
      try await expectPlays(part, "seed \(seed)")
    }
  }

  /// When the last picture of a movie was captured.
  private func lastPicture(_ path: String) async throws -> MediaTime {
    var last = MediaTime.zero
    try await MovieFile(path).pictures(size: Self.size) { _, luma in
      guard let reading = FrameCode.read(luma: luma, size: Self.size) else { return }
      last = max(last, reading.code.time)
    }
    return last
  }

  private func expectPlays(_ path: String, _ comment: Comment) async throws {
    let mpv = try await ChildProcess.run(
      "mpv", ["--no-config", "--vo=null", "--ao=null", "--untimed", "--frames=3", path])
    #expect(mpv.status == 0, comment)
    let discoverer = try await ChildProcess.run("gst-discoverer-1.0", [path])
    #expect(discoverer.status == 0 && discoverer.output.contains("video"), comment)
  }

  /// Runs lines of Bash with a small disk of their own in the folder `disk`.
  private func withDisk(
    megabytes: Int, _ viewfinder: Viewfinder, _ lines: String
  ) async throws -> Viewfinder.Ending {
    let namespace = getuid() == 0 ? "-m" : "-rm"
    let script = "mount -t tmpfs -o size=\(megabytes)m none disk && { \(lines)\n}"
    try viewfinder.folder.write(script, to: "script")
    return try await viewfinder.run(shell: "mkdir disk; unshare \(namespace) bash script \"$0\"")
  }

  @Test("A disk that fills up: the take ends well, plays, and says why, status 1")
  func fillsUp() async throws {
    let viewfinder = try Viewfinder()
    let ending = try await withDisk(
      megabytes: 100, viewfinder,
      """
      head -c 46000000 /dev/zero >disk/filler
      (sleep 3; head -c 200000000 /dev/zero >disk/more) 2>/dev/null &
      "$1" record disk/a.mp4 --duration 60s --size 640x360 --backend virtual
      status=$?
      cp disk/a.mp4 a.mp4; ls disk; exit $status
      """)
    try RealPart.requireDisk(ending.errors)
    #expect(ending.status == 1, "\(ending.errors)")
    #expect(ending.errors.contains("disk"), "\(ending.errors)")
    let movie = try await MovieFile(viewfinder.folder.file("a.mp4"))
    #expect(movie.duration > 1 && movie.duration < 50)
    let isLeft = ending.output.split(separator: "\n").contains("a.mp4.part")
    #expect(!isLeft, "\(ending.output)")
  }

  @Test("A disk that is full at the start: nothing is begun, and nothing is left, status 1")
  func fullAtStart() async throws {
    let viewfinder = try Viewfinder()
    let ending = try await withDisk(
      megabytes: 10, viewfinder,
      "\"$1\" record disk/a.mp4 --duration 5s --backend virtual; status=$?; ls disk; exit $status")
    try RealPart.requireDisk(ending.errors)
    #expect(ending.status == 1 && ending.output.isEmpty, "\(ending.output)")
    #expect(ending.errors.contains("full"), "\(ending.errors)")
  }
}

extension RealPart {
  /// A container may not let anybody mount a disk.
  fileprivate static func requireDisk(_ errors: String) throws {
    guard errors.contains("unshare:") || errors.contains("mount:") else { return }
    try RealPart("A disk of a test's own", programs: ["mount a tmpfs"], packages: ["util-linux"])
      .require()
  }
}
