import MediaTypes
import PreviewCore
import PreviewPatterns
import PreviewSoftware
import Testing

struct SoftwareRendererTests {
  private static let size = PixelSize(width: 6, height: 4)

  private static func render(
    _ frame: VideoFrame, in viewport: PixelSize = size, _ gravity: Gravity = .resize,
    isMirrored: Bool = false, background: SceneColor = .black
  ) throws -> RenderedImage {
    try SoftwareRenderer().draw(
      SceneComposer.scene(
        viewport: viewport, gravity: gravity, face: Face(frame: frame, isMirrored: isMirrored),
        background: background))
  }

  private static func pixels(_ image: RenderedImage, component: Int) -> [[UInt8]] {
    (0..<image.size.height).map { y in (0..<image.size.width).map { image[$0, y][component] } }
  }

  private static func grey(_ size: PixelSize, _ value: (Int, Int) -> UInt8) throws -> VideoFrame {
    var color = ColorDescription.webcam
    color.range = .full
    return try PatternFrame(.grey, size: size, color: color).make { _, x, y, _ in value(x, y) }
  }

  @Test(arguments: [
    (PixelFormat.rgb24, [200, 100, 50] as [UInt8]), (.bgra, [200, 100, 50]),
    (.rgba, [200, 100, 50]),
  ])
  func `Pixels that lie on pixels are copied byte for byte`(
    format: PixelFormat, seed: [UInt8]
  ) throws {
    let frame = try PatternFrame(format, size: Self.size).make { component, x, y, _ in
      seed[component] &+ UInt8(x * 7 + y * 13)
    }
    let image = try Self.render(frame)
    for y in 0..<4 {
      for x in 0..<6 {
        #expect(image[x, y] == seed.map { $0 &+ UInt8(x * 7 + y * 13) } + [255])
      }
    }
  }

  @Test(
    arguments: PixelFormat.uncompressed.filter { $0.components == .yuv }, [0, 3])
  func `Every layout shows the same colour and never its padding`(
    format: PixelFormat, padding: Int
  ) throws {
    for width in [1, 5, 6] {
      var pattern = PatternFrame(format, size: PixelSize(width: width, height: 3))
      pattern.padding = padding
      pattern.offset = padding
      // Red by BT.601, limited range.
      let image = try Self.render(try pattern.make(components: [81, 90, 240]))
      for y in 0..<4 {
        for x in 0..<6 {
          let pixel = image[x, y].map(Int.init)
          #expect(pixel[0] >= 253 && pixel[1] <= 2 && pixel[2] <= 2 && pixel[3] == 255)
        }
      }
    }
  }

  @Test func `Grey has no colour, and limited range reaches black and white`() throws {
    let frame = try PatternFrame(.grey, size: Self.size).make { _, x, _, _ in x < 3 ? 16 : 235 }
    let image = try Self.render(frame)
    #expect(image[0, 0] == [0, 0, 0, 255])
    #expect(image[5, 3] == [255, 255, 255, 255])
  }

  @Test func `In between pixels it is bilinear, beyond them the outermost goes on`() throws {
    let frame = try Self.grey(PixelSize(width: 2, height: 1)) { x, _ in x == 0 ? 0 : 200 }
    let image = try Self.render(frame, in: PixelSize(width: 8, height: 2))
    #expect(Self.pixels(image, component: 0)[0] == [0, 0, 25, 75, 125, 175, 200, 200])
  }

  @Test func `A mirrored face is mirrored, one that is stored so is put right`() throws {
    let plain = try Self.grey(Self.size) { x, y in UInt8(x * 40 + y) }
    let mirrored = try Self.render(plain, isMirrored: true)
    #expect(
      Self.pixels(mirrored, component: 0)
        == Self.pixels(try Self.render(plain), component: 0).map { $0.reversed() })
    var stored = PatternFrame(.grey, size: Self.size, color: plain.color)
    stored.isMirrored = true
    let right = try Self.render(try stored.make { _, x, y, _ in UInt8((5 - x) * 40 + y) })
    #expect(right == (try Self.render(plain)))
  }

  @Test func `A picture stored on its side stands up`() throws {
    let upright = try Self.render(try Self.grey(Self.size) { x, y in UInt8(x * 40 + y) })
    var side = PatternFrame(.grey, size: Self.size.transposed)
    side.color.range = .full
    side.rotation = .clockwise90
    // A clockwise turn takes the stored (column, row) to (3 - row from the right, column).
    let turned = try Self.render(
      try side.make { _, column, row, _ in UInt8((5 - row) * 40 + column) })
    #expect(turned == upright)
  }

  /// One row of four pixels; V jumps from one sample to the next, so its place can be seen.
  @Test(arguments: [
    (ColorDescription.Range.limited, [0.0, 0.5, 1, 1]), (.full, [0, 0.25, 0.75, 1]),
  ])
  func `Colour is read where its siting says`(
    range: ColorDescription.Range, shares: [Double]
  ) throws {
    var color = ColorDescription.webcam
    color.range = range
    let pattern = PatternFrame(.yuyv, size: PixelSize(width: 4, height: 1), color: color)
    let frame = try pattern.make { component, x, _, _ in
      component == 0 ? 100 : component == 2 && x == 1 ? 158 : 128
    }
    let image = try Self.render(frame, in: PixelSize(width: 4, height: 1))
    let conversion = ColorConversion(color, format: .yuyv)
    for (x, share) in shares.enumerated() {
      let wanted = conversion.red(100.0 / 255, 128.0 / 255, (128 + 30 * share) / 255) * 255
      #expect(abs(Double(image[x, 0][0]) - wanted) <= 0.51)
    }
  }

  @Test func `Beside a picture that is fitted lies the background`() throws {
    let frame = try Self.grey(PixelSize(width: 1, height: 1)) { _, _ in 255 }
    let image = try Self.render(
      frame, in: PixelSize(width: 7, height: 2), .aspectFit,
      background: SceneColor(red: 1, green: 0, blue: 0))
    // Two pixels wide around the middle of seven: half a pixel at each side.
    #expect(Self.pixels(image, component: 0)[0] == [255, 255, 255, 255, 255, 255, 255])
    #expect(Self.pixels(image, component: 1)[1] == [0, 0, 128, 255, 128, 0, 0])
  }

  @Test func `A clear background is premultiplied, and a patch covers by its opacity`() throws {
    let frame = try Self.grey(Self.size) { _, _ in 200 }
    var scene = SceneComposer.scene(
      viewport: Self.size, gravity: .resize, face: Face(frame: frame),
      background: SceneColor(red: 1, green: 0, blue: 0, alpha: 0.4))
    scene.patches[0].shade = Shade(brightness: 0.5, opacity: 0.6)
    // Colour: 0.6 · 100 and 0.4 · (background 102); alpha: 0.6 + 0.4 · 0.4.
    #expect(try SoftwareRenderer().draw(scene)[0, 0] == [101, 60, 60, 194])
    scene.patches = []
    #expect(try SoftwareRenderer().draw(scene)[0, 0] == [102, 0, 0, 102])
  }

  @Test func `A dissolve between unequal shapes mixes by shares, also beside the new picture`()
    throws
  {
    let viewport = PixelSize(width: 12, height: 4)
    let old = try Self.grey(PixelSize(width: 8, height: 4)) { _, _ in 200 }
    let new = try Self.grey(PixelSize(width: 4, height: 4)) { _, _ in 40 }
    let image = try SoftwareRenderer().draw(
      SceneComposer.scene(
        viewport: viewport, gravity: .aspectFit, transition: .crossDissolve, progress: 0.6,
        old: Face(frame: old), new: Face(frame: new),
        background: SceneColor(red: 100.0 / 255, green: 0, blue: 0)))
    let row = Self.pixels(image, component: 0)[2]
    // Background alone; 0.4 of the old and 0.6 of the background; 0.4 of the old and 0.6 of the new.
    #expect(row == [100, 100, 140, 140, 104, 104, 104, 104, 140, 140, 100, 100])
  }

  @Test func `A turning picture is straight in space: its middle lies right of the screen's`()
    throws
  {
    // Black and white halves: perspective moves the border between them nowhere, since it lies on
    // the axis, but the near half is wider.
    let frame = try Self.grey(PixelSize(width: 2, height: 2)) { x, _ in x == 0 ? 255 : 0 }
    let scene = SceneComposer.scene(
      viewport: PixelSize(width: 200, height: 20), gravity: .resize, transition: .flipFromLeft,
      progress: 0.25, old: Face(frame: frame), new: Face(frame: frame),
      background: SceneColor(red: 0, green: 0, blue: 1))
    let image = try SoftwareRenderer().draw(scene)
    let covered = (0..<200).filter { image[$0, 10][2] < 255 || image[$0, 10][0] > 0 }
    let left = 100 - (covered.first ?? 0)
    let right = (covered.last ?? 0) - 99
    #expect(left > right)
    // x = 100·cos 45° / (1 ∓ sin 45° / 5)
    #expect(abs(Double(left) - 82.4) < 1.1)
    #expect(abs(Double(right) - 61.9) < 1.1)
  }

  @Test func `A frame that is still compressed is refused with a remedy`() throws {
    let frame = try VideoFrame(
      buffer: PatternFrame.buffer([0xFF, 0xD8]), format: .mjpeg, size: Self.size,
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: 2)]), color: .jpeg,
      source: CameraID("camera"), sequence: 0, presentationTime: .zero)
    let error = #expect(throws: PreviewError.self) { try Self.render(frame) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test(arguments: [(0, 4), (4, -1), (16385, 1)])
  func `A viewport that cannot be drawn is refused`(width: Int, height: Int) {
    let scene = Scene(viewport: PixelSize(width: width, height: height))
    let error = #expect(throws: PreviewError.self) { try SoftwareRenderer().draw(scene) }
    #expect(error?.code == .invalidScene)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -1e300])
  func `A texture transform from anywhere reads inside the frame`(number: Double) throws {
    let frame = try Self.grey(Self.size) { _, _ in 7 }
    var scene = SceneComposer.scene(
      viewport: Self.size, gravity: .resize, face: Face(frame: frame))
    scene.patches[0].textureTransform = TextureTransform(
      xx: number, xy: 0, x0: number, yx: number, yy: 1, y0: -number)
    #expect(try SoftwareRenderer().draw(scene).size == Self.size)
  }
}
