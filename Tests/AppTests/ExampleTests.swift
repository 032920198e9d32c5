import CaptureVirtual
import Foundation
import MediaTypes
import TestSupport
import Testing

extension WindowTests {
  @Suite("The two programs that this project comes from")
  struct ExampleTests {
    @Test("the flip: a click on the button in the middle turns the whole view over")
    func flip() async throws {
      let app = try await RunningApp(
        "example-flip", ["--virtual"], title: "Flip")
      let before = try await app.waitForCamera(.back)
      try await app.screen.click(x: 480, y: 300)
      let during = try await app.waitForPicture("the turn") { $0.code == nil }
      let after = try await app.waitForCamera(.front)
      #expect(before.difference(to: after) > 3 && before.difference(to: during) > 3)
      #expect(after.code?.isMirrored == true)
    }

    @Test("the flip: its button cannot be used before there is a picture of two cameras")
    func disabled() async throws {
      let app = try await RunningApp(
        "example-flip", [], title: "Flip",
        environment: ["XDG_RUNTIME_DIR": try TemporaryFolder().path, "PIPEWIRE_REMOTE": ""])
      try await app.screen.click(x: 480, y: 300)
      #expect(app.process.isRunning)
    }

    @Test("the GPU preview: the front camera, mirrored, whole, with a clear colour around it")
    func gpuPreview() async throws {
      let size = PixelSize(width: 450, height: 720)
      let app = try await RunningApp(
        "example-gpu-preview", ["--virtual"], title: "GPU Preview", size: size)
      let shot = try await app.waitForPicture("the front camera") { $0.fittedCode != nil }
      let reading = try #require(shot.fittedCode)
      #expect(reading.isMirrored && reading.code.isFrom(VirtualCamera.front.id))
      let clear = Screenshot.Color(41, 51, 66)
      for y in [0, shot.height - 100] {
        let border = shot.cropped(x: 0, y: y, width: shot.width, height: 100)
        #expect(border.share(of: clear, tolerance: 2) == 1)
      }
    }

    @Test("each is one file of less than 60 lines", arguments: ["Flip", "GPUPreview"])
    func short(name: String) throws {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let folder = root.appendingPathComponent("Examples/\(name)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files == ["main.swift"])
      let text = try String(
        contentsOf: folder.appendingPathComponent("main.swift"), encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
    }
  }
}

extension Screenshot {
  /// The code of a 16:9 picture that is fitted whole into this upright image.
  fileprivate var fittedCode: FrameCode.Reading? {
    let pictureHeight = Double(width) * 9 / 16
    let area = FrameCode.Area(
      x: 0, y: (Double(height) - pictureHeight) / 2, width: Double(width), height: pictureHeight)
    return FrameCode.read(
      rgb: bytes, size: PixelSize(width: width, height: height), bytesPerPixel: 4, in: area)
  }
}
