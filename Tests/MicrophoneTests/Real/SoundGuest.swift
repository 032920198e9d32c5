import Foundation
import TestSupport
import Testing

/// The virtual machine in which the kernel's loopback sound card (`snd-aloop`) runs.
enum SoundGuest {
  /// Whether this process runs inside it.
  static let isInside = ProcessInfo.processInfo.environment["VMTEST"] != nil

  /// Whether the long tests are wanted: booting the machine once more takes a minute.
  static let isWanted = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil

  static let part = RealPart(
    "the virtual machine",
    programs: ["qemu-system-x86_64", "busybox", "cpio", "/usr/sbin/modprobe", "aplay"],
    packages: [
      "qemu-system-x86", "linux-image-amd64", "busybox-static", "cpio", "kmod", "alsa-utils",
    ])

  /// Boots the machine with a loopback card and runs a suite of this same test bundle in it.
  static func run(_ suite: String, aloop: String) async throws {
    let script = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("vmtest/vmtest").path
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let (status, output) = try await ChildProcess.run(
      script,
      [
        "--aloop=\(aloop)", "--boot-timeout=240", "--timeout=400", "--", bundle,
        "--testing-library", "swift-testing", "--no-parallel", "--filter", suite,
      ], limit: .seconds(700))
    print(output)
    #expect(status == 0, "the tests in the guest failed")
    #expect(output.contains("passed after") && !output.contains("Test run with 0 tests"))
  }
}

@Suite(
  "ALSA with the kernel's loopback card, in a virtual machine", .serialized,
  .enabled(if: SoundGuest.isWanted && !SoundGuest.isInside), .requires(SoundGuest.part))
struct SoundMachineTests {
  @Test("A tone, times, overruns, a card that goes while it is recorded from and comes back")
  func loopback() async throws {
    try await SoundGuest.run("MicrophoneTests.LoopbackCardTests", aloop: "pcm_substreams=1")
  }
}
