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
    _ suites: String, _ options: [String], limit: Int = isSoak ? 1800 : 400,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let passedOn = isSoak ? ["--env=VIEWFINDER_SOAK=1"] : []
    let test = ["--testing-library", "swift-testing", "--no-parallel", "--filter", suites]
    let (status, output) = try await ChildProcess.run(
      script,
      options + passedOn + ["--boot-timeout=240", "--timeout=\(limit)", "--", bundle] + test,
      limit: .seconds(limit + 300))
    print(output)
    #expect(status == 0, "the tests in the guest failed", sourceLocation: sourceLocation)
    #expect(
      output.contains("passed after") && !output.contains("Test run with 0 tests"),
      "no test ran in the guest", sourceLocation: sourceLocation)
  }

  /// `Tests/vmtest/vmtest`.
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("vmtest/vmtest").path
}
