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

  @Test(
    "Two webcams of one name, one isochronous, one bulk and without Huffman tables; PipeWire beside"
  )
  func webcams() async throws {
    try await Guest.run(
      "CaptureV4L2Tests.(Webcam|Session|Roads)",
      ["--uvc", "--uvc=transport=bulk dht=no", "--udev", "--memory=1500"])
  }

  @Test("Webcams whose driver hands on faulty pictures too", .enabled(if: Guest.isSoak))
  func faultyPictures() async throws {
    try await Guest.run(
      "CaptureV4L2Tests.WebcamTests",
      ["--module=uvcvideo nodrop=1", "--uvc", "--uvc=transport=bulk dht=no"])
  }
}
