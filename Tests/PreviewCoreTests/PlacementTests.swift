import MediaTypes
import PreviewPatterns
import Testing

@testable import PreviewCore

struct PlacementTests {
  private static func patch(
    _ size: PixelSize, in viewport: PixelSize, _ gravity: Gravity, rotation: Rotation = .none,
    stored: Bool = false, asked: Bool = false, screen: Rotation = .none
  ) throws -> Patch {
    var frame = PatternFrame(.grey, size: size)
    frame.rotation = rotation
    frame.isMirrored = stored
    let face = Face(frame: try frame.make(), isMirrored: asked, rotation: screen)
    return try #require(
      SceneComposer.scene(viewport: viewport, gravity: gravity, face: face).patches.first)
  }

  private static let sizes = [(640, 480), (480, 640), (101, 37), (1, 1), (16384, 1)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  @Test(arguments: sizes, sizes)
  func `Fit keeps the shape and touches two sides`(size: PixelSize, viewport: PixelSize) throws {
    for rotation in Rotation.allCases {
      let patch = try Self.patch(size, in: viewport, .aspectFit, rotation: rotation)
      let (sx, sy) = (patch.transform.columns.0.x, patch.transform.columns.1.y)
      #expect(max(sx, sy) == 1 && min(sx, sy) > 0)
      let shown = rotation.swapsAxes ? size.transposed : size
      let shape = sx * Double(viewport.width) / (sy * Double(viewport.height))
      #expect(abs(shape * Double(shown.height) / Double(shown.width) - 1) < 1e-12)
      #expect(patch.textureTransform(0.5, 0.5) == (0.5, 0.5))
    }
  }

  @Test(arguments: sizes, sizes)
  func `Fill covers the viewport and cuts by the texture transform alone`(
    size: PixelSize, viewport: PixelSize
  ) throws {
    for rotation in Rotation.allCases {
      let patch = try Self.patch(size, in: viewport, .aspectFill, rotation: rotation)
      #expect(patch.transform == .identity)
      let (first, last) = (patch.textureTransform(0, 0), patch.textureTransform(1, 1))
      let parts = (abs(last.u - first.u), abs(last.v - first.v))
      #expect(max(parts.0, parts.1) == 1)
      // Pixels of the picture stay square on the screen.
      let across = parts.0 * Double(size.width)
      let down = parts.1 * Double(size.height)
      let seen = rotation.swapsAxes ? down / across : across / down
      #expect(abs(seen * Double(viewport.height) / Double(viewport.width) - 1) < 1e-12)
      for (u, v) in [first, last] {
        #expect((0...1).contains(u) && (0...1).contains(v))
      }
    }
  }

  @Test(arguments: sizes) func `Resize shows all everywhere`(size: PixelSize) throws {
    let patch = try Self.patch(size, in: PixelSize(width: 33, height: 77), .resize)
    #expect(patch.transform == .identity)
    #expect(patch.textureTransform == .identity)
  }

  /// Where the upper left corner that the viewer sees lies in the stored picture.
  @Test(arguments: [
    (Rotation.none, false, 0.0, 0.0), (.clockwise90, false, 0, 1), (.half, false, 1, 1),
    (.clockwise270, false, 1, 0), (.none, true, 1, 0), (.clockwise90, true, 0, 0),
    (.half, true, 0, 1), (.clockwise270, true, 1, 1),
  ])
  func `A turned or mirrored picture shows its right corner`(
    rotation: Rotation, mirrored: Bool, u: Double, v: Double
  ) throws {
    let size = PixelSize(width: 40, height: 30)
    for (stored, asked) in [(mirrored, false), (!mirrored, true)] {
      let patch = try Self.patch(
        size, in: size, .resize, rotation: rotation, stored: stored, asked: asked)
      #expect(patch.textureTransform(0, 0) == (u, v))
    }
  }

  @Test(arguments: Rotation.allCases, Rotation.allCases)
  func `A screen's turn adds to the frame's`(frame: Rotation, screen: Rotation) throws {
    let (size, viewport) = (PixelSize(width: 40, height: 30), PixelSize(width: 100, height: 100))
    let both = try Self.patch(size, in: viewport, .aspectFit, rotation: frame, screen: screen)
    let sum = try Self.patch(size, in: viewport, .aspectFit, rotation: frame + screen)
    #expect(both.transform == sum.transform)
    #expect(both.textureTransform == sum.textureTransform)
  }

  @Test func `What is stored mirrored is put right before the screen turns it`() throws {
    let size = PixelSize(width: 40, height: 30)
    let patch = try Self.patch(size, in: size, .resize, stored: true, screen: .clockwise90)
    // Put right: stored (1, 0) is the upper left. Turned: it is the upper right.
    #expect(patch.textureTransform(1, 0) == (1, 0))
  }

  @Test func `Pixels that are not square keep their shape`() throws {
    var frame = PatternFrame(.grey, size: PixelSize(width: 40, height: 30))
    frame.pixelAspect = try #require(PixelAspect(width: 3, height: 2))
    for (rotation, shape) in [(Rotation.none, 2.0), (.clockwise90, 0.5)] {
      frame.rotation = rotation
      let face = Face(frame: try frame.make())
      let viewport = PixelSize(width: 100, height: 100)
      let patch = SceneComposer.scene(viewport: viewport, gravity: .aspectFit, face: face).patches[
        0]
      #expect(patch.transform.columns.0.x / patch.transform.columns.1.y == shape)
    }
  }

  @Test(arguments: [
    (Rotation.none, false, 0.25, 0.1), (.clockwise90, false, 0.25, 0.6), (.half, false, 0.75, 0.6),
    (.none, true, 0.75, 0.1),
  ])
  func `Padding around the picture is not shown`(
    rotation: Rotation, mirrored: Bool, u: Double, v: Double
  ) throws {
    var frame = PatternFrame(.grey, size: PixelSize(width: 40, height: 30))
    frame.crop = PixelRectangle(x: 10, y: 3, size: PixelSize(width: 20, height: 15))
    frame.rotation = rotation
    let face = Face(frame: try frame.make(), isMirrored: mirrored)
    #expect(abs(face.shownAspectRatio - (rotation.swapsAxes ? 0.75 : 4.0 / 3)) < 1e-12)
    let viewport = PixelSize(width: 40, height: 30)
    let patch = SceneComposer.scene(viewport: viewport, gravity: .resize, face: face).patches[0]
    let corner = patch.textureTransform(0, 0)
    #expect(abs(corner.u - u) < 1e-12 && abs(corner.v - v) < 1e-12)
  }
}
