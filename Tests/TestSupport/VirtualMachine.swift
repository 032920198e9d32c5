import Foundation
public import Testing

/// The virtual machine that `Tests/vmtest/vmtest` boots, in which the kernel's own drivers run.
public enum VirtualMachine {
  /// Whether this process runs inside it.
  public static let isInside = ProcessInfo.processInfo.environment["VMTEST"] != nil

  /// What it needs.
  ///
  /// - Parameters:
  ///   - programs: those that tests use inside it.
  ///   - packages: what has them.
  public static func part(programs: [String], packages: [String]) -> RealPart {
    RealPart(
      "the virtual machine",
      programs: ["qemu-system-x86_64", "busybox", "cpio", "/usr/sbin/modprobe"] + programs,
      packages: ["qemu-system-x86", "linux-image-amd64", "busybox-static", "cpio", "kmod"]
        + packages)
  }

  /// Boots the machine and runs a program in it.
  ///
  /// - Parameters:
  ///   - options: devices of the machine; see `Tests/vmtest/vmtest --help`.
  ///   - limit: of the program, in seconds.
  ///   - command: the program's path and its words.
  /// - Returns: its status and its output, which is printed too.
  public static func boot(
    _ options: [String], limit: Int, _ command: [String]
  ) async throws -> (status: Int32, output: String) {
    let passedOn = ["--env=CI"] + (Soak.isWanted ? ["--env=VIEWFINDER_SOAK=1"] : [])
    let result = try await ChildProcess.run(
      script, options + passedOn + ["--boot-timeout=240", "--timeout=\(limit)", "--"] + command,
      limit: .seconds(limit + 300))
    print(result.output)
    return result
  }

  /// Boots the machine and runs suites of this same test bundle in it; each failure is one of the caller's.
  ///
  /// - Parameters:
  ///   - suites: a regular expression over their names.
  ///   - options: devices of the machine; see `Tests/vmtest/vmtest --help`.
  ///   - limit: of the run, in seconds.
  public static func run(
    _ suites: String, _ options: [String], limit: Int = Soak.isWanted ? 3600 : 900,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let test = try command(testing: suites)
    var (status, output) = try await boot(options, limit: limit, test)
    if status == kernelDied {
      print("THE GUEST'S OWN KERNEL DIED, see above; the tests run once more in a new guest")
      (status, output) = try await boot(options, limit: limit, test)
    }
    #expect(
      status == 0, "the tests in the guest failed:\n\(failures(in: output))",
      sourceLocation: sourceLocation)
    #expect(
      output.contains("passed after") && !output.contains("Test run with 0 tests"),
      "no test ran in the guest", sourceLocation: sourceLocation)
  }

  /// What vmtest ends with when the kernel in the guest crashed: no program may be able to do that, so it
  /// is the kernel's fault. Linux 6.1's uvcvideo does it when a webcam is pulled out at a bad moment.
  private static let kernelDied: Int32 = 123

  /// The words that run suites of this same test bundle.
  ///
  /// - Parameter suites: a regular expression over their names.
  public static func command(testing suites: String) throws -> [String] {
    [
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      "--testing-library", "swift-testing", "--no-parallel", "--filter", suites,
    ]
  }

  /// The tests that failed in the machine with their messages, short enough for a message of the test that
  /// booted it; where none says so, the end of what came out.
  ///
  /// - Parameter output: of a run of this test bundle.
  public static func failures(in output: String) -> String {
    let lines = output.split(separator: "\n").map { line in
      String(line.replacing(/\u{1b}\[[0-9;]*m/, with: "").prefix(300))
    }
    var failures: [String] = []
    var isMessage = false
    for line in lines {
      // A message goes on in lines of its own, until the next test or suite.
      isMessage = line.contains(" recorded an issue at ") || (isMessage && !line.isNews)
      if isMessage { failures.append(line) }
    }
    return (failures.isEmpty ? lines.suffix(6) : failures.prefix(12)).joined(separator: "\n")
  }

  /// `Tests/vmtest/vmtest`.
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("vmtest/vmtest").path
}

extension String {
  /// Whether Swift Testing begins something new with this line.
  fileprivate var isNews: Bool { ["◇", "✔", "✘", "➜"].contains { hasPrefix($0) } }
}
