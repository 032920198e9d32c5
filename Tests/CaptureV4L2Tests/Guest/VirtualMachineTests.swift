import TestSupport
import Testing

@Suite(
  "The kernel's own drivers, in a virtual machine", .serialized, .disabled(if: Guest.isInside),
  .requires(Guest.part))
struct VirtualMachineTests {
  /// The third device has an output and metadata, and no camera.
  @Test("vivid: two cameras, both interfaces, every format, every fault")
  func vivid() async throws {
    try await Guest.run(
      "CaptureV4L2Tests.Vivid",
      ["--vivid=n_devs=3 multiplanar=1,2,1 node_types=0x1,0x1,0x2010c input_types=0,0,2"])
  }

  @Test(
    "Two webcams of one name, one isochronous, one bulk and without Huffman tables; PipeWire beside"
  )
  func webcams() async throws {
    try await Guest.run(
      "CaptureV4L2Tests.(Webcam|Session|Roads)",
      ["--uvc", "--uvc=transport=bulk dht=no", "--udev", "--memory=1500"])
  }

  @Test("Frames in memory that the kernel shares are shown in the right colours, never uploaded")
  func sharedMemory() async throws {
    // Each format is a program more that the guest's software renderer compiles.
    let formats = Guest.isSoak ? [] : ["NV12"]
    let program = try BuiltProducts.path("PreviewComparison")
    let (status, output) = try await Guest.boot(
      ["--module=vgem"], limit: 400, [program, "--dmabuf"] + formats)
    #expect(status == 0, "\(output.suffix(600))")
    #expect(output.contains(" 0 out of tolerance") && output.contains(" 0 uploads"))
  }

  @Test("A driver that does not export its textures is told apart", .enabled(if: Guest.isSoak))
  func noExport() async throws {
    let program = try BuiltProducts.path("PreviewComparison")
    let (status, output) = try await Guest.boot(
      ["--module=vgem"], limit: 400, [program, "--export", "NV12"])
    #expect(status == 3, "\(output.suffix(600))")
    #expect(output.contains("the driver's own memory: it"))
  }

  @Test("Webcams whose driver hands on faulty pictures too", .enabled(if: Guest.isSoak))
  func faultyPictures() async throws {
    try await Guest.run(
      "CaptureV4L2Tests.WebcamTests",
      ["--module=uvcvideo nodrop=1", "--uvc", "--uvc=transport=bulk dht=no"])
  }
}
