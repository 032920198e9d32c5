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
    // A program takes seconds to start under emulation.
    guard Guest.isSoak else { return }
    for _ in 1...20 {
      let after = try await viewfinder("controls", "get", "brightness")
      #expect(after.output == "0\n" && after.status == 0)
    }
    #expect(try await viewfinder("controls", "set", "brightness=4000").status != 0)
  }

  @Test("preview flips from one webcam to the other, for long", .enabled(if: Guest.isSoak))
  func preview() async throws {
    let folder = try TemporaryFolder()
    let (status, output) = try await ChildProcess.run(
      try BuiltProducts.path("viewfinder"),
      [
        "preview", "--headless", "--backend", "v4l2", "--renderer", "software", "--size", "160x120",
        "--rate", "5", "--output", folder.file("pictures"), "--duration", "40s",
        "--flip-at", (1...18).map { "\(2 * $0)s" }.joined(separator: ","),
      ], limit: .seconds(300))
    #expect(status == 0, "\(output)")
    let pictures = try await ChildProcess.run("ls", [folder.file("pictures")]).output
    #expect(pictures.split(separator: "\n").count > 20, "\(pictures)")
  }
}
