import Foundation

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
    let result = try await ChildProcess.run(
      script, options + ["--boot-timeout=240", "--timeout=\(limit)", "--"] + command,
      limit: .seconds(limit + 300))
    print(result.output)
    return result
  }

  /// The words that run suites of this same test bundle.
  ///
  /// - Parameter suites: a regular expression over their names.
  public static func command(testing suites: String) throws -> [String] {
    [
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      "--testing-library", "swift-testing", "--no-parallel", "--filter", suites,
    ]
  }

  /// `Tests/vmtest/vmtest`.
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("vmtest/vmtest").path
}
