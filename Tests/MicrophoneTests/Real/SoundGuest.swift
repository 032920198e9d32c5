import Foundation
import TestSupport
import Testing

/// The virtual machine in which the kernel's loopback sound card (`snd-aloop`) runs.
enum SoundGuest {
  /// Whether this process runs inside it.
  static let isInside = VirtualMachine.isInside

  static let part = VirtualMachine.part(programs: ["aplay"], packages: ["alsa-utils"])
}

@Suite(
  "ALSA with the kernel's loopback card, in a virtual machine", .serialized,
  // Booting the machine once more takes a minute.
  .enabled(if: Soak.isWanted && !SoundGuest.isInside), .requires(SoundGuest.part))
struct SoundMachineTests {
  @Test("A tone, times, overruns, a card that goes while it is recorded from and comes back")
  func loopback() async throws {
    try await VirtualMachine.run(
      "MicrophoneTests.LoopbackCardTests", ["--aloop=pcm_substreams=1"], limit: 400)
  }
}
