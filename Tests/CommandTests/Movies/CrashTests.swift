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
  private static let isLong = Soak.isWanted
  /// Crashes that happen at a time.
  private static let together = 2

  /// Pictures that the queue holds, that the timeline holds back and that the encoder is at.
  private static let underway = MediaTime.milliseconds(10 * 1000 / 30)

  @Test("Killed at random moments: every file opens, and lacks at most the last 1.2 s")
  func killed() async throws {
    let seed = UInt64.random(in: 0 ..< .max)
    let remains = try await crash(Self.isLong ? 100 : 6, seed: seed)
    for remains in remains {
      #expect(remains.refusals.isEmpty, "\(remains.refusals), seed \(seed)")
      // A fragment, and the picture that ends it: whatever the machine does besides.
      #expect(remains.heldBack <= .milliseconds(900), "\(remains), seed \(seed)")
      // Only for a single picture that the encoder needs longer for than the queue is long, nobody can do
      // anything.
      let stuck = max(.zero, remains.behind - Self.underway)
      #expect(remains.missing <= .milliseconds(1200) + stuck, "\(remains), seed \(seed)")
    }
    let (worst, longest) = (remains.map(\.missing).max(), remains.map(\.soundLag).max())
    let stuck = remains.count { $0.behind > Self.underway }
    print(
      "\(remains.count) crashes: at most \(worst?.seconds ?? 0) s missing, sound at most"
        + " \(longest ?? 0) s shorter than the picture; \(stuck) with the encoder stuck")
  }

  private func crash(_ count: Int, seed: UInt64) async throws -> [Remains] {
    var random = SeededNumbers(seed: seed)
    var crashes = (0..<count).map { _ in Crash(&random) }[...]
    return try await withThrowingTaskGroup(of: Remains.self) { group in
      for crash in crashes.prefix(Self.together) { group.addTask { try await crash.remains() } }
      crashes = crashes.dropFirst(Self.together)
      var all: [Remains] = []
      while let remains = try await group.next() {
        all.append(remains)
        if let crash = crashes.popFirst() { group.addTask { try await crash.remains() } }
      }
      return all
    }
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
    #expect(ending.errors.components(separatedBy: "fills up").count == 2, "\(ending.errors)")
    let movie = try await MovieFile(viewfinder.folder.file("a.mp4"))
    #expect(movie.duration > 1 && movie.duration < 50)
    let isLeft = ending.output.split(separator: "\n").contains("a.mp4.part")
    #expect(!isLeft, "\(ending.output)")
  }

  @Test("A disk that is filled up to its end: the report counts what the file holds, status 1")
  func reportOfFullDisk() async throws {
    let viewfinder = try Viewfinder()
    let ending = try await withDisk(
      megabytes: 3, viewfinder,
      """
      "$1" record disk/a.mp4 --virtual flash --size 640x360 --codec mjpeg --microphone none \
      --disk-warning 0 --disk-end 0 --duration 60s --json
      status=$?; cp disk/a.mp4 .; ls -A disk >names; exit $status
      """)
    try RealPart.requireDisk(ending.errors)
    #expect(ending.status == 1 && ending.errors.contains("No space left"), "\(ending.errors)")
    #expect(viewfinder.text("names") == "a.mp4\n")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    let written = try #require((root["frames"] as? [String: Any])?["written"] as? Int)
    let movie = try await MovieFile(viewfinder.folder.file("a.mp4"))
    #expect(try await movie.pictureTimes().count == written)
    #expect(root["bytes"] as? Int == viewfinder.folder.byteCount(of: "a.mp4"))
    #expect(abs((root["duration"] as? Double ?? 0) - movie.duration) < 0.04)
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
  static func requireDisk(_ errors: String) throws {
    guard errors.contains("unshare:") || errors.contains("mount:") else { return }
    try RealPart("A disk of a test's own", programs: ["mount a tmpfs"], packages: ["util-linux"])
      .require()
  }
}
