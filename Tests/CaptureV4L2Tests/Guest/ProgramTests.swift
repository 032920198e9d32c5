import MediaTypes
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
    for _ in 1...Soak.times(1, long: 20) {
      let after = try await viewfinder("controls", "get", "brightness")
      #expect(after.output == "0\n" && after.status == 0)
    }
    guard Soak.isWanted else { return }
    #expect(try await viewfinder("controls", "set", "brightness=4000").status != 0)
  }

  @Test("Who may not use the cameras is told so, and how to be allowed")
  func notPermitted() async throws {
    let (status, output) = try await ChildProcess.run(
      "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", try BuiltProducts.path("viewfinder"),
        "devices", "--backend", "v4l2",
      ])
    #expect(status == 4)
    #expect(output.contains("sudo usermod -aG video"), "\(output)")
  }

  @Test("doctor says who has a camera, and how fast its USB is", .enabled(if: Soak.isWanted))
  func doctor() async throws {
    let other = try ChildProcess(
      "v4l2-ctl", ["-d", "/dev/video0", "--stream-mmap", "--stream-count=100000"],
      capturesOutput: true)
    try await other.waitForOutput("<")
    let (_, output) = try await viewfinder("doctor")
    await other.kill()
    #expect(output.contains("in use by v4l2-ctl (\(other.processIdentifier))"), "\(output)")
    #expect(output.contains("USB with 480 Mb/s"), "\(output)")
    #expect(output.contains("2 cameras share its bandwidth"), "\(output)")
  }

  @Test("preview flips from one webcam to the other, for long", .enabled(if: Soak.isWanted))
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
    // How many is the machine's affair: this one is emulated, and draws without a GPU.
    #expect(pictures.split(separator: "\n").count > 3, "\(pictures)")
  }
}

@Suite(
  "VividProgram: the program viewfinder with vivid", .serialized, .enabled(if: Guest.isInside))
struct VividProgramTests {
  @Test("record makes a movie with a flip in it, each part from its camera", .requires(.ffmpeg))
  func record() async throws {
    let (white, black) = (Vivid(path: "/dev/video0"), Vivid(path: "/dev/video1"))
    defer { for camera in [white, black] { try? camera.set(.testPattern, 0) } }
    for (camera, pattern) in [(white, Int32(6)), (black, 5)] {
      try camera.set(.testPattern, pattern)
      try camera.set(.textMode, 2)
    }
    let folder = try TemporaryFolder()
    let (status, output) = try await ChildProcess.run(
      try BuiltProducts.path("viewfinder"),
      [
        "record", folder.file("flip.mp4"), "--backend", "v4l2", "--camera", "platform:vivid-000",
        "--microphone", "none", "--size", "320x180", "--duration", "12s", "--flip-at", "2s",
      ], limit: .seconds(180))
    #expect(status == 0, "\(output)")
    let movie = try await MovieFile(folder.file("flip.mp4"))
    #expect(movie.streams.map(\.kind) == ["video"])
    #expect(movie.streams[0].size == PixelSize(width: 320, height: 180))
    // Long enough for a flip that takes seconds on a busy machine.
    #expect(abs(movie.duration - 12) < 0.1)
    var isWhite: [Bool] = []
    try await movie.pictures(size: PixelSize(width: 16, height: 16)) { _, luma in
      #expect(luma[120] > 200 || luma[120] < 50)
      isWhite.append(luma[120] > 128)
    }
    let changes = zip(isWhite, isWhite.dropFirst()).count { $0 != $1 }
    #expect(isWhite.first == true && isWhite.last == false && changes == 1, "\(isWhite)")
    #expect(isWhite.count > 12)
  }
}

/// Nothing here draws but the software renderer of the guest, and only memory of a graphics device, which vgem
/// makes up, can be imported into it.
@Suite(
  "VividComparison: frames in memory that the kernel shares", .serialized,
  .enabled(if: Guest.isInside))
struct VividComparisonTests {
  private func compare(_ words: String...) async throws -> (status: Int32, output: String) {
    try await ChildProcess.run(
      try BuiltProducts.path("PreviewComparison"), words, limit: .seconds(300))
  }

  @Test("They are shown in the right colours, and never uploaded")
  func sharedMemory() async throws {
    // Each format is a program more that the guest's software renderer compiles.
    let (status, output) =
      Soak.isWanted ? try await compare("--dmabuf") : try await compare("--dmabuf", "NV12")
    #expect(status == 0, "\(output.suffix(600))")
    #expect(output.contains(" 0 out of tolerance") && output.contains(" 0 uploads"))
  }

  @Test("A driver that does not export its textures is told apart", .enabled(if: Soak.isWanted))
  func noExport() async throws {
    let (status, output) = try await compare("--export", "NV12")
    #expect(status == 3, "\(output.suffix(600))")
    #expect(output.contains("the driver's own memory: it"))
  }
}
