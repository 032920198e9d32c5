import TestSupport
import Testing

@Suite(
  "WebcamProgram: the program viewfinder with a USB webcam", .serialized,
  .enabled(if: Guest.isInside))
struct WebcamProgramTests {
  private func viewfinder(_ words: String...) async throws -> (status: Int32, output: String) {
    try await ChildProcess.run(try BuiltProducts.path("viewfinder"), words)
  }

  @Test("devices lists the cameras by V4L2")
  func devices() async throws {
    let (status, output) = try await viewfinder("devices", "--backend", "v4l2")
    #expect(status == 0)
    #expect(output.contains("usb-vhci_hcd.0-1/1209:0001/0001"))
  }

  @Test("frames writes pictures that another program reads")
  func frames() async throws {
    let program = try BuiltProducts.path("viewfinder")
    let command = "\(program) frames --backend v4l2 --count 5 --size 320x240 --format raw | wc -c"
    let (_, output) = try await ChildProcess.run("/bin/sh", ["-c", command])
    // YUYV: two bytes a pixel.
    #expect(output.split(separator: "\n").contains("\(5 * 320 * 240 * 2)"), "\(output)")
  }

  @Test("controls shows, sets and resets")
  func controls() async throws {
    let set = try await viewfinder("controls", "set", "brightness=12", "power-line-frequency=60 Hz")
    #expect(set.status == 0, "\(set.output)")
    #expect(try await viewfinder("controls", "get", "brightness").output == "12\n")
    let reset = try await viewfinder("controls", "reset")
    #expect(reset.status == 0, "\(reset.output)")
    #expect(try await viewfinder("controls", "get", "brightness").output == "0\n")
    #expect(try await viewfinder("controls", "set", "brightness=4000").status != 0)
  }
}
