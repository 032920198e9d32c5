import Foundation
import TestSupport
import Testing

/// The virtual machine in which the kernel's loopback sound card (`snd-aloop`) runs.
enum SoundGuest {
  /// Whether this process runs inside it.
  static let isInside = VirtualMachine.isInside

  /// Whether the long tests are wanted: booting the machine once more takes a minute.
  static let isWanted = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil

  static let part = VirtualMachine.part(programs: ["aplay"], packages: ["alsa-utils"])

  /// Boots the machine with a loopback card and runs a suite of this same test bundle in it.
  static func run(_ suite: String, aloop: String) async throws {
    let (status, output) = try await VirtualMachine.boot(
      ["--aloop=\(aloop)"], limit: 400, VirtualMachine.command(testing: suite))
    #expect(
      status == 0, "the tests in the guest failed:\n\(VirtualMachine.failures(in: output))")
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
