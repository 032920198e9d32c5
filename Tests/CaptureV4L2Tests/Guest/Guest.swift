import CaptureCore
import Foundation
import MediaTypes
import TestSupport
import Testing

/// The virtual machine in which the kernel's own camera drivers run.
enum Guest {
  /// Whether this process runs inside it.
  static let isInside = VirtualMachine.isInside

  /// Whether the long form of a test is wanted (`make soak`).
  static let isSoak = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil

  /// How often to do something: rarely in `make test`, often in `make soak`.
  static func times(_ short: Int, soak: Int) -> Int { isSoak ? soak : short }

  /// What the machine needs.
  static let part = VirtualMachine.part(
    programs: ["v4l2-ctl", "cc"], packages: ["v4l-utils", "gcc"])

  /// Boots the machine and runs suites of this same test bundle in it.
  ///
  /// - Parameters:
  ///   - suites: a regular expression over their names.
  ///   - options: devices of the machine; see `Tests/vmtest/vmtest --help`.
  static func run(
    _ suites: String, _ options: [String], limit: Int = isSoak ? 3600 : 900,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let test = try VirtualMachine.command(testing: suites)
    var (status, output) = try await boot(options, limit: limit, test)
    if status == kernelDied {
      print("THE GUEST'S OWN KERNEL DIED, see above; the tests run once more in a new guest")
      (status, output) = try await boot(options, limit: limit, test)
    }
    #expect(
      status == 0, "the tests in the guest failed:\n\(VirtualMachine.failures(in: output))",
      sourceLocation: sourceLocation)
    #expect(
      output.contains("passed after") && !output.contains("Test run with 0 tests"),
      "no test ran in the guest", sourceLocation: sourceLocation)
  }

  /// Boots the machine and runs a program in it; see `VirtualMachine.boot`.
  static func boot(
    _ options: [String], limit: Int, _ command: [String]
  ) async throws -> (status: Int32, output: String) {
    let passedOn = isSoak ? ["--env=VIEWFINDER_SOAK=1"] : []
    return try await VirtualMachine.boot(options + passedOn, limit: limit, command)
  }

  /// What vmtest ends with when the kernel in the guest crashed: no program may be able to do that, so it
  /// is the kernel's fault. Linux 6.1's uvcvideo does it when a webcam is pulled out at a bad moment.
  private static let kernelDied: Int32 = 123
}

extension CaptureSettings {
  /// For tests in which a camera is not to be given up: pictures may be late in the virtual machine.
  mutating func bePatient() {
    searchTimeout = .seconds(30)
    openTimeout = .seconds(60)
    firstFrameTimeout = .seconds(30)
    stallTimeout = .seconds(20)
    releaseTimeout = .seconds(20)
  }
}
