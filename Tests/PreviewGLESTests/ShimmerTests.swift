import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewPatterns
import PreviewSoftware
import Testing

/// A large picture in a small window: fine patterns that move must not flicker.
@Suite(.requiresGPU, .timeLimit(.minutes(5)))
struct ShimmerTests {
  // As 4K in 360 lines.
  private static let viewport = PixelSize(width: 32, height: 18)
  private static let size = PixelSize(width: 192, height: 108)

  /// Stripes of a few pixels, which the window cannot show, moved by parts of a pixel.
  private static func scenes(_ format: PixelFormat, period: Int) throws -> [Scene] {
    let frame = try PatternFrame(format, size: size).make { component, x, y, _ in
      component > 0 ? 128 : (x + y) % period * 2 < period ? 16 : 235
    }
    return (0..<12).map { step in
      let move = 0.37 * Double(step)
      let map = TextureTransform(
        xx: 0.9, xy: 0, x0: 0.05 + move / 192, yx: 0, yy: 0.9, y0: 0.05 + move / 3 / 108)
      let patch = Patch(frame: frame, transform: .identity, textureTransform: map)
      return Scene(viewport: viewport, patches: [patch])
    }
  }

  /// The most that a pixel's brightness changes while the pattern moves.
  private static func flicker(_ images: [RenderedImage]) -> Int {
    (0..<viewport.area).map { pixel in
      let values = images.map { Int($0.bytes[pixel * 4 + 1]) }
      return (values.max() ?? 0) - (values.min() ?? 0)
    }.max() ?? 0
  }

  @Test(arguments: [PixelFormat.nv12, .yuyv, .grey], [2, 3, 5])
  func `Patterns too fine for the window are an even grey`(
    format: PixelFormat, period: Int
  ) throws {
    let scenes = try Self.scenes(format, period: period)
    let gpu = try HeadlessGLES(size: Self.viewport)
    // Of 255; without a filter it is 255.
    #expect(try Self.flicker(scenes.map { try gpu.draw($0) }) <= 14)
    #expect(try Self.flicker(scenes.map { try SoftwareRenderer().draw($0) }) <= 14)
  }

  @Test func `What is large enough to be seen stays sharp`() throws {
    let frame = try PatternFrame(.grey, size: Self.size, color: .jpeg).make { _, x, _, _ in
      x < 96 ? 0 : 255
    }
    let scene = SceneComposer.scene(
      viewport: Self.viewport, gravity: .resize, face: Face(frame: frame))
    let row = (0..<32).map { x in (try? SoftwareRenderer().draw(scene))?[x, 9][0] ?? 77 }
    #expect(row[..<15].allSatisfy { $0 == 0 } && row[17...].allSatisfy { $0 == 255 })
  }

  @Test func `Nothing beside a crop is seen`() throws {
    for format in PixelFormat.uncompressed where format.components != .rgb {
      var pattern = PatternFrame(format, size: PixelSize(width: 20, height: 16))
      // Even edges, so that no chroma sample is shared with what lies beside.
      pattern.crop = PixelRectangle(x: 4, y: 2, size: PixelSize(width: 10, height: 12))
      let frame = try pattern.make { component, x, y, _ in
        guard component == 0 else { return 128 }
        return (4..<14).contains(x) && (2..<14).contains(y) ? 126 : 235
      }
      for edge in [(50, 60), (3, 4)] {
        let size = PixelSize(width: edge.0, height: edge.1)
        let scene = SceneComposer.scene(
          viewport: size, gravity: .resize, face: Face(frame: frame))
        let drawn = try [
          HeadlessGLES(size: size).draw(scene), SoftwareRenderer().draw(scene),
        ]
        for image in drawn {
          let values = stride(from: 0, to: image.bytes.count, by: 4).map { Int(image.bytes[$0]) }
          #expect(values.allSatisfy { abs($0 - 128) <= 1 }, "\(format)")
        }
      }
    }
  }
}
