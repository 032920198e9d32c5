import TestSupport
import Testing

@Suite(
  "The kernel's own drivers, in a virtual machine", .serialized, .disabled(if: Guest.isInside),
  .requires(Guest.part))
struct VirtualMachineTests {
  /// The third device has an output and metadata, and no camera. Without udev: what comes and goes is told by
  /// the kernel's own events.
  @Test("vivid: two cameras, both interfaces, every format, every fault; vgem beside")
  func vivid() async throws {
    try await VirtualMachine.run(
      "CaptureV4L2Tests.Vivid",
      [
        "--vivid=n_devs=3 multiplanar=1,2,1 node_types=0x1,0x1,0x2010c input_types=0,0,2",
        "--module=vgem", "--memory=1500",
      ])
  }

  @Test(
    "Two webcams of one name, one isochronous, one bulk and without Huffman tables; PipeWire beside"
  )
  func webcams() async throws {
    try await VirtualMachine.run(
      "CaptureV4L2Tests.(Webcam|Session|Roads)",
      ["--uvc", "--uvc=transport=bulk dht=no", "--udev", "--memory=1500"])
  }

  @Test("Webcams whose driver hands on faulty pictures too", .enabled(if: Soak.isWanted))
  func faultyPictures() async throws {
    try await VirtualMachine.run(
      "CaptureV4L2Tests.WebcamTests",
      ["--module=uvcvideo nodrop=1", "--uvc", "--uvc=transport=bulk dht=no"])
  }
}
