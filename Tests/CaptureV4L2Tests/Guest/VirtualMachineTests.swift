import TestSupport
import Testing

@Suite(
  "The kernel's own drivers, in a virtual machine", .serialized, .disabled(if: Guest.isInside),
  .requires(Guest.part))
struct VirtualMachineTests {
  @Test("vivid: two cameras, both interfaces, every format, every fault")
  func vivid() async throws {
    try await Guest.run("CaptureV4L2Tests.Vivid", ["--vivid=n_devs=2 multiplanar=1,2"])
  }

  @Test("Two webcams of one name, one isochronous, one bulk and without Huffman tables; a session")
  func webcams() async throws {
    try await Guest.run(
      "CaptureV4L2Tests.(Webcam|Session)", ["--uvc", "--uvc=transport=bulk dht=no"])
  }
}
