import CaptureCore
import CaptureVirtual
import MediaTypes
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FrameCodeTests {
  /// Brightness of a virtual picture, and the code that is in it.
  private func picture(
    _ size: PixelSize = PixelSize(width: 1280, height: 720), look: VirtualCamera.Look = .plain
  ) async throws -> (picture: GreyPicture, code: FrameCode) {
    let clock = ManualClock()
    let camera = VirtualCamera(
      id: CameraID("camera"), name: "C", position: .front, pixelFormats: [.grey], sizes: [size],
      look: look)
    let backend = VirtualBackend(clock: clock, cameras: [camera])
    let stream = try await backend.open(
      camera.id, format: CameraFormat(pixelFormat: .grey, size: size, rate: nil))
    let events = EventLog()
    try await stream.start(events.handler)
    clock.advance(by: .milliseconds(34))
    await stream.close()
    let frame = try #require(events.frames.first)
    let bytes = frame.buffer.withBytes { bytes in
      (0..<size.area).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
    let code = FrameCode(
      camera: camera.id, sequence: frame.sequence, time: frame.presentationTime)
    return (GreyPicture(size: size, bytes: bytes), code)
  }

  private func read(_ picture: GreyPicture, in area: FrameCode.Area? = nil) -> FrameCode.Reading? {
    FrameCode.read(luma: picture.bytes, size: picture.size, in: area)
  }

  @Test(arguments: [0.25, 0.3, 0.37, 0.5, 0.77, 1, 1.31, 2])
  func survivesScalingAndJPEGOfQuality50(scale: Double) async throws {
    let (picture, code) = try await picture()
    let part = picture.cropped(x: 160, width: 480).cropped(y: 520, height: 180)
    let scaled = part.scaled(by: scale)
    let area = FrameCode.Area(
      x: -160 * scale, y: -520 * scale, width: 1280 * scale, height: 720 * scale)
    #expect(read(scaled, in: area) == FrameCode.Reading(code: code, isMirrored: false))
    #expect(read(scaled.throughJPEG(), in: area)?.code == code)
    var mirroredArea = area
    mirroredArea.x = Double(scaled.size.width) - area.x - area.width
    #expect(
      read(scaled.mirrored, in: mirroredArea) == FrameCode.Reading(code: code, isMirrored: true))
  }

  @Test func readsFromAWholePictureThatWasScaledToAQuarter() async throws {
    let (picture, code) = try await picture()
    #expect(read(picture.scaled(by: 0.25).throughJPEG())?.code == code)
  }

  @Test(arguments: [
    PixelSize(width: 1920, height: 1080), PixelSize(width: 640, height: 480),
    PixelSize(width: 320, height: 240), PixelSize(width: 240, height: 427),
    PixelSize(width: 321, height: 179),
  ])
  func readsInEverySize(size: PixelSize) async throws {
    let (picture, code) = try await picture(size)
    #expect(read(picture)?.code == code)
  }

  @Test func readsOnEveryLook() async throws {
    for look in VirtualCamera.Look.allCases {
      let (picture, code) = try await picture(PixelSize(width: 640, height: 360), look: look)
      #expect(read(picture)?.code == code)
    }
  }

  @Test func readsFromAPartOfAnImageAlsoACroppedOne() async throws {
    let (picture, code) = try await picture()
    // The middle 4:3 of the picture, as aspect fill shows it in a 4:3 window of 640x480.
    let small = picture.scaled(by: 480.0 / 720)
    let left = (small.size.width - 640) / 2
    let window = small.cropped(x: left, width: 640)
    let area = FrameCode.Area(
      x: Double(-left), y: 0, width: Double(small.size.width), height: 480)
    #expect(read(window, in: area)?.code == code)
    #expect(read(window) == nil)
    let rgb = window.bytes.flatMap { [0, $0, 0] as [UInt8] }
    #expect(FrameCode.read(rgb: rgb, size: window.size, in: area)?.code == code)
    let rgba = window.bytes.flatMap { [0, $0, 0, 255] as [UInt8] }
    #expect(
      FrameCode.read(rgb: rgba, size: window.size, bytesPerPixel: 4, in: area)?.code == code)
  }

  @Test func damageIsNoticed() async throws {
    var (picture, _) = try await picture(PixelSize(width: 320, height: 180))
    let noisy = picture
    for x in 0..<320 { picture.bytes[150 * 320 + x] = 255 - picture.bytes[150 * 320 + x] }
    for row in 148..<153 {
      for x in 60..<90 { picture.bytes[row * 320 + x] = 255 }
    }
    #expect(read(picture) == nil)
    #expect(read(noisy) != nil)
  }

  @Test func picturesWithoutACodeGiveNone() {
    var generator = SeededNumbers(seed: 3)
    let size = PixelSize(width: 320, height: 180)
    for level in [0, 128, 255] as [UInt8] {
      let flat = GreyPicture(size: size, bytes: Array(repeating: level, count: size.area))
      #expect(read(flat) == nil)
    }
    for _ in 0..<20 {
      let noise = (0..<size.area).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(read(GreyPicture(size: size, bytes: noise)) == nil)
    }
  }

  @Test func hostileGeometryGivesNone() {
    let bytes = [UInt8](repeating: 7, count: 100)
    for (width, height) in [(0, 0), (-1, 5), (11, 10), (Int.max, 2), (16384, 16384)] {
      let size = PixelSize(width: width, height: height)
      #expect(FrameCode.read(luma: bytes, size: size) == nil)
      #expect(FrameCode.read(rgb: bytes, size: size) == nil)
      for stride in [Int.min, -1, 0, 9, Int.max] {
        #expect(FrameCode.read(luma: bytes, size: size, stride: stride) == nil)
      }
    }
    let size = PixelSize(width: 10, height: 10)
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -5] {
      for area in [
        FrameCode.Area(x: value, y: 0, width: 10, height: 10),
        FrameCode.Area(x: 0, y: value, width: value, height: 10),
        FrameCode.Area(x: 0, y: 0, width: 10, height: value),
      ] {
        #expect(FrameCode.read(luma: bytes, size: size, in: area) == nil)
      }
    }
    #expect(FrameCode.read(rgb: bytes, size: size, bytesPerPixel: .max) == nil)
  }

  @Test func aCodeKeepsTheLowestBitsOfWhatItIsGiven() {
    let code = FrameCode(
      camera: CameraID("a"), sequence: 0x1_0000_0007, time: MediaTime(nanoseconds: 1_234_567_899))
    #expect(code.sequence == 7)
    #expect(code.time == MediaTime(nanoseconds: 1_234_567_000))
    #expect(code.isFrom(CameraID("a")) && !code.isFrom(CameraID("b")))
    #expect(FrameCode.tag(of: .init("virtual-front")) != FrameCode.tag(of: .init("virtual-back")))
    for time in [Int64.min, -1, .max] {
      let extreme = FrameCode(
        camera: CameraID("a"), sequence: .max, time: MediaTime(nanoseconds: time))
      #expect(extreme.time >= .zero)
    }
  }
}
