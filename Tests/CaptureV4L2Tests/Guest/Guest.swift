import Foundation
import TestSupport
import Testing

/// The virtual machine in which the kernel's own camera drivers run.
enum Guest {
  /// Whether this process runs inside it.
  static let isInside = ProcessInfo.processInfo.environment["VMTEST"] != nil

  /// Whether the long form of a test is wanted (`make soak`).
  static let isSoak = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil

  /// How often to do something: rarely in `make test`, often in `make soak`.
  static func times(_ short: Int, soak: Int) -> Int { isSoak ? soak : short }

  /// What the machine needs.
  static let part = RealPart(
    "the virtual machine",
    programs: ["qemu-system-x86_64", "busybox", "cpio", "/usr/sbin/modprobe", "v4l2-ctl", "cc"],
    packages: [
      "qemu-system-x86", "linux-image-amd64", "busybox-static", "cpio", "kmod", "v4l-utils", "gcc",
    ])

  /// Boots the machine and runs suites of this same test bundle in it.
  ///
  /// - Parameters:
  ///   - suites: a regular expression over their names.
  ///   - options: devices of the machine; see `Tests/vmtest/vmtest --help`.
  static func run(
    _ suites: String, _ options: [String], limit: Int = isSoak ? 3600 : 400,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let test = ["--testing-library", "swift-testing", "--no-parallel", "--filter", suites]
    var (status, output) = try await boot(options, limit: limit, [bundle] + test)
    if status == kernelDied {
      print("THE GUEST'S OWN KERNEL DIED, see above; the tests run once more in a new guest")
      (status, output) = try await boot(options, limit: limit, [bundle] + test)
    }
    #expect(status == 0, "the tests in the guest failed", sourceLocation: sourceLocation)
    #expect(
      output.contains("passed after") && !output.contains("Test run with 0 tests"),
      "no test ran in the guest", sourceLocation: sourceLocation)
  }

  /// Boots the machine and runs a program in it.
  ///
  /// - Parameters:
  ///   - options: devices of the machine; see `Tests/vmtest/vmtest --help`.
  ///   - limit: of the program, in seconds.
  ///   - command: the program's path and its words.
  /// - Returns: its status and its output, which is printed too.
  static func boot(
    _ options: [String], limit: Int, _ command: [String]
  ) async throws -> (status: Int32, output: String) {
    let passedOn = isSoak ? ["--env=VIEWFINDER_SOAK=1"] : []
    let result = try await ChildProcess.run(
      script, options + passedOn + ["--boot-timeout=240", "--timeout=\(limit)", "--"] + command,
      limit: .seconds(limit + 300))
    print(result.output)
    return result
  }

  /// What vmtest ends with when the kernel in the guest crashed: no program may be able to do that, so it
  /// is the kernel's fault. Linux 6.1's uvcvideo does it when a webcam is pulled out at a bad moment.
  private static let kernelDied: Int32 = 123

  /// `Tests/vmtest/vmtest`.
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("vmtest/vmtest").path
}
