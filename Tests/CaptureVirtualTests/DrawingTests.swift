import CaptureCore
import MediaTypes
import Testing

@testable import CaptureVirtual

/// The drawing under the pictures: coverage, colours, sprites, and that odd sizes do no harm.
@Suite(.timeLimit(.minutes(2)))
struct DrawingTests {
  private let small = PixelSize(width: 8, height: 6)

  private func pixels(_ canvas: Canvas) -> [UInt32] {
    unsafe canvas.withPixels { pixels in
      (0..<canvas.size.area).map { unsafe pixels[$0] }
    }
  }

  @Test func coverageIsTheAreaOfEachPixelUnderTheOutline() {
    let mask = Mask(.rectangle(1.5, 1, 2.25, 1.5), within: small)
    #expect(mask.x == 1 && mask.y == 1 && mask.width == 3 && mask.height == 2)
    #expect(mask.coverage == [128, 255, 191, 64, 128, 96])
  }

  @Test func coverageOfACircleAddsUpToItsArea() {
    let mask = Mask(
      .circle(Point(50.3, 49.6), 40), within: PixelSize(width: 100, height: 100))
    let area = mask.coverage.reduce(0.0) { $0 + Double($1) / 255 }
    // Within a tenth of a pixel of the circle everywhere.
    #expect(abs(area - 40 * 40 * Double.pi) < 0.1 * 2 * 40 * Double.pi)
  }

  @Test func overlappingOutlinesOfOneDirectionAreOne() {
    let two = Path.rectangle(0, 0, 4, 4) + .rectangle(2, 0, 4, 4)
    let mask = Mask(two, within: small)
    #expect(mask.coverage.allSatisfy { $0 == 255 })
  }

  @Test(arguments: [
    Path(), Path.rectangle(-50, -50, 20, 20), .rectangle(100, 0, 5, 5),
    .circle(Point(0, 0), 300), .ellipse(Point(4, 3), 0, 0), Path.stroke([], width: 3),
    Path.stroke([Point(-1e6, 3), Point(1e6, 3)], width: 2),
  ])
  func outlinesOutsideThePictureAreCut(path: Path) {
    let canvas = Canvas(small)
    canvas.fill(path, Ink(0xffffff))
    #expect(pixels(canvas).allSatisfy { $0 == 0 || $0 >> 24 > 0 })
  }

  @Test func inkOverInkMixesByItsOpacity() {
    let canvas = Canvas(small)
    let all = Path.rectangle(0, 0, 8, 6)
    canvas.fill(all, Ink(0xff0000))
    canvas.fill(all, Ink(0x0000ff, alpha: 0.5))
    #expect(pixels(canvas).allSatisfy { $0 == 0xff80_007f || $0 == 0xff7f_0080 })
  }

  @Test(arguments: [
    (ColorDescription.webcam, [235, 128, 128], [16, 128, 128], [81, 90, 240]),
    (.jpeg, [255, 128, 128], [0, 128, 128], [76, 85, 255]),
    (.bt709, [235, 128, 128], [16, 128, 128], [63, 102, 240]),
  ])
  func whiteBlackAndRedHaveTheNumbersOfTheStandards(
    color: ColorDescription, white: [UInt32], black: [UInt32], red: [UInt32]
  ) {
    let matrix = YUVMatrix(color)
    for (pixel, expected) in [(UInt32(0xffffff), white), (0, black), (0x0000ff, red)] {
      let values = [matrix.luma, matrix.blueDifference, matrix.redDifference]
        .map { $0.value(pixel) }
      #expect(values == expected)
    }
  }

  @Test(arguments: FramePainter.formats)
  func platesFillTheirPlanes(format: PixelFormat) {
    for size in [PixelSize(width: 8, height: 6), PixelSize(width: 7, height: 5)] {
      let canvas = Canvas(size)
      canvas.fill(.rectangle(0, 0, 8, 6), Ink(0xffffff))
      let plate = Plate(canvas, format: format, color: .jpeg)
      let expected = zip(format.planeShapes, plate.planes).reduce(0) {
        $0 + $1.1.stride * $1.0.rows(height: size.height)
      }
      #expect(plate.bytes.count == expected)
      let words = format.bytesPerComponent == 2
      let upper = plate.bytes.indices.filter { !words || $0 % 2 == 1 }.map { plate.bytes[$0] }
      #expect(upper.allSatisfy { $0 == 255 || $0 == 128 })
    }
  }

  @Test func chromaIsTheMeanOfFourPixels() {
    let canvas = Canvas(PixelSize(width: 2, height: 2))
    canvas.fill(.rectangle(0, 0, 1, 2), Ink(0xff0000))
    canvas.fill(.rectangle(1, 0, 1, 2), Ink(0x0000ff))
    let plate = Plate(canvas, format: .nv12, color: .jpeg)
    #expect(plate.bytes == [76, 29, 76, 29, 170, 182])
  }

  @Test(arguments: FramePainter.formats)
  func aSpriteWhoseColourChangesWithinASampleCoversIt(format: PixelFormat) {
    let size = PixelSize(width: 2, height: 2)
    let ground = Canvas(size)
    ground.fill(.rectangle(0, 0, 2, 2), Ink(0x00ff00))
    let drawing = Canvas(size)
    drawing.fill(.rectangle(0, 0, 2, 1), Ink(0xff0000))
    drawing.fill(.rectangle(0, 1, 2, 1), Ink(0x0000ff))
    let plate = Plate(ground, format: format, color: .jpeg)
    let sprite = Sprite(drawing, format: format, color: .jpeg)
    var frame = plate.bytes
    unsafe frame.withUnsafeMutableBytes { unsafe sprite.draw(x: 0, y: 0, into: $0, like: plate) }
    #expect(frame == sprite.plate.bytes)
  }

  @Test(arguments: FramePainter.formats)
  func aSpriteThatIsPartlyOutsideLeavesTheRestAlone(format: PixelFormat) {
    let frameSize = PixelSize(width: 16, height: 12)
    let ground = Canvas(frameSize)
    ground.fill(.rectangle(0, 0, 16, 12), Ink(0x000000))
    let plate = Plate(ground, format: format, color: .jpeg)
    let dot = Canvas(PixelSize(width: 4, height: 4))
    dot.fill(.rectangle(0, 0, 4, 4), Ink(0xffffff))
    let sprite = Sprite(dot, format: format, color: .jpeg)
    let guardBytes = 64
    for (x, y, covered) in [
      (4, 4, 16), (5, 5, 16), (-2, 4, 8), (14, 10, 4), (-2, -2, 4), (16, 0, 0), (0, 12, 0),
      (-4, 0, 0), (-1000, -1000, 0), (1000, 1000, 0),
    ] {
      var frame = plate.bytes + [UInt8](repeating: 77, count: guardBytes)
      unsafe frame.withUnsafeMutableBytes { bytes in
        let inside = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes.dropLast(guardBytes))
        unsafe sprite.draw(x: x, y: y, into: inside, like: plate)
      }
      #expect(frame.suffix(guardBytes).allSatisfy { $0 == 77 })
      let bytes = format.components == .rgb ? 3 : 1
      #expect(
        frame.dropLast(guardBytes).count { $0 == 255 } - opaqueBytes(plate) == covered * bytes)
    }
  }

  /// The alpha bytes that are 255 in an empty frame.
  private func opaqueBytes(_ plate: Plate) -> Int { plate.bytes.count { $0 == 255 } }

  @Test func everyCharacterOfTheFontHasAnOutline() {
    for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:.-#/↑abc" {
      #expect(!StrokeFont.path(String(character), height: 20).polygons.isEmpty)
    }
    #expect(StrokeFont.path(" é🎥", height: 20).polygons.isEmpty)
  }

  @Test(arguments: VirtualCamera.Look.allCases)
  func everyLookFillsEverySizeWithNothingLeftOver(look: VirtualCamera.Look) throws {
    for (width, height) in [(320, 180), (180, 320), (1, 1), (2, 3), (33, 17), (640, 64)] {
      let size = PixelSize(width: width, height: height)
      var camera = VirtualCamera.back
      camera.look = look
      let format = CameraFormat(pixelFormat: .bgra, size: size, rate: nil)
      let painter = try FramePainter(camera: camera, format: format)
      for seconds in [0, 5, 3600 * 24 * 400] as [Int64] {
        let code = FrameCode(camera: camera.id, sequence: .max, time: .seconds(seconds))
        var frame = [UInt8](repeating: 0, count: painter.byteCount)
        unsafe frame.withUnsafeMutableBytes { unsafe painter.paint(code, into: $0) }
        #expect(stride(from: 3, to: frame.count, by: 4).allSatisfy { frame[$0] == 255 })
      }
      #expect(pixels(Scenery(look, size: size).backdrop).allSatisfy { $0 >> 24 == 255 })
    }
  }

  @Test func somethingMovesBetweenFrames() throws {
    for camera in [VirtualCamera].frontAndBack {
      let format = CameraFormat(
        pixelFormat: .grey, size: PixelSize(width: 640, height: 360), rate: nil)
      let painter = try FramePainter(camera: camera, format: format)
      let frames = [1.0, 2.0].map { seconds in
        var frame = [UInt8](repeating: 0, count: painter.byteCount)
        let code = FrameCode(
          camera: camera.id, sequence: 1, time: MediaTime(seconds: seconds))
        unsafe frame.withUnsafeMutableBytes { unsafe painter.paint(code, into: $0) }
        return frame
      }
      // Outside the badge, which is in the lower part.
      let changed = (0..<640 * 260).count { frames[0][$0] != frames[1][$0] }
      #expect(changed > 300)
    }
  }
}
