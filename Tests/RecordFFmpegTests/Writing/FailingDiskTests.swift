import Foundation
import Glibc
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite(
  "A disk that fails at any moment of a take", .requires(Probe.programs),
  .requires(FaultyFiles.compiler), .serialized)
struct FailingDiskTests {
  private let disk: TemporaryFolder
  private let faults: FaultyFiles

  init() async throws {
    disk = try TemporaryFolder()
    faults = try await FaultyFiles()
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var call: FaultyFiles.Call
    var number = EIO
    var stays = false
    var ending = "mp4"
    /// Which calls fail in the short form.
    var moments: [Int]
    var testDescription: String {
      "\(call) \(number == EIO ? "EIO" : "ENOSPC") \(stays ? "from then on" : "once") \(ending)"
    }
  }

  static let cases = [
    Case(call: .write, moments: [1, 3, 8]), Case(call: .write, stays: true, moments: [2, 6]),
    Case(call: .write, number: ENOSPC, stays: true, moments: [1, 5]),
    Case(call: .write, stays: true, ending: "mkv", moments: [1, 4]),
    Case(call: .short, moments: [1, 4]), Case(call: .short, stays: true, moments: [2]),
    Case(call: .fsync, moments: [1, 2]), Case(call: .fsync, ending: "mkv", moments: [1]),
    Case(call: .fdatasync, moments: [1]), Case(call: .link, moments: [1]),
    Case(call: .link, stays: true, ending: "mkv", moments: [1]),
    Case(call: .create, moments: [1, 2]),
  ]

  private static let isLong = Soak.isWanted

  @Test(
    "The take ends well: a movie that plays, or the part, which can be repaired", arguments: cases)
  func fails(_ test: Case) async throws {
    // In the long form each call in turn, until there are no more.
    for nth in Self.isLong ? Array(1...200) : test.moments {
      let isReached = try await attempt(test, nth)
      #expect(isReached || Self.isLong, "There is no \(nth)th call.")
      if !isReached { break }
    }
  }

  /// - Returns: false when the program came to its end before that call.
  private func attempt(_ test: Case, _ nth: Int) async throws -> Bool {
    let movie = disk.file("take.\(test.ending)")
    for name in disk.names { try FileManager.default.removeItem(atPath: disk.file(name)) }
    let child = try ChildProcess(
      try BuiltProducts.path("RecordProbe"), [movie, "70"],
      environment: faults.environment(
        test.call, nth: nth, number: test.number, stays: test.stays, in: disk.path),
      capturesOutput: true)
    let status = try await child.exitStatus(limit: .seconds(60))
    let output = child.outputText
    guard faults.wasReached else { return false }
    let names = disk.names
    let what: Comment = "\(test.testDescription), the \(nth)th: \(names), \(output)"
    #expect(!names.contains { $0.hasSuffix(".fin") }, what)
    let reason = unsafe String(cString: strerror(test.number))
    if test.call != .short, status != 0 { #expect(output.contains(reason), what) }
    if test.call == .short || test.call == .fsync { #expect(status == 0, what) }
    if names == [(movie as NSString).lastPathComponent] {
      #expect(try await !Probe(movie).pictureTimes.isEmpty, what)
      let refusals = Self.isLong ? await Probe.refusals(of: movie) : []
      #expect(refusals.isEmpty, "\(what) \(refusals)")
    } else if let part = names.first {
      #expect(names == ["take.\(test.ending).part"] && status == 1, what)
      #expect(output.contains("viewfinder repair"), what)
      #expect(try MovieRepair.repair(disk.file(part)).frameCount > 30, what)
    } else {
      // Nothing was whole yet.
      #expect(status == 1 && !output.contains("\n40\n"), what)
    }
    return true
  }
}
