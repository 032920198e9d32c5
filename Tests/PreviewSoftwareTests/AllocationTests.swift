import CAllocations
import MediaTypes
import PreviewCore
import PreviewPatterns
import PreviewSoftware
import Testing

/// What a scene costs: the picture that comes out, and each frame's components unpacked once. Nothing for a
/// row, a pixel or a triangle.
@Suite(
  "Memory that a scene asks for",
  .enabled(
    if: CAllocationsAreExact(),
    "unoptimized code asks for memory of its own: `make test`"))
struct AllocationTests {
  private enum Limit {
    /// The picture's bytes.
    static let scene = 1
    /// A frame's components, and the list of them.
    static let patch = 4
    /// The corners of a bent surface: as they are, on the target, and in triangles.
    static let mesh = 8
  }

  private static func face(_ format: PixelFormat, _ size: PixelSize) throws -> Face {
    Face(frame: try PatternFrame(format, size: size).make())
  }

  /// Allocations for one scene, after the same scene was drawn once.
  private static func cost(_ scene: Scene) throws -> Int {
    let renderer = SoftwareRenderer()
    _ = try renderer.draw(scene)
    let before = CAllocationsOfThread()
    let image = try renderer.draw(scene)
    let after = CAllocationsOfThread()
    #expect(image.size == scene.viewport)
    return after - before
  }

  @Test(
    arguments: PixelFormat.uncompressed,
    [PixelSize(width: 2, height: 2), PixelSize(width: 90, height: 60)])
  func `A picture costs the same whatever its size`(format: PixelFormat, size: PixelSize) throws {
    let scene = SceneComposer.scene(
      viewport: size, gravity: .aspectFit, face: try Self.face(format, size))
    #expect(try Self.cost(scene) <= Limit.scene + Limit.patch)
  }

  @Test(arguments: Transition.allCases)
  func `A transition costs so much for each surface`(transition: Transition) throws {
    let size = PixelSize(width: 60, height: 40)
    let scene = SceneComposer.scene(
      viewport: size, gravity: .aspectFill, transition: transition, progress: 0.4,
      old: try Self.face(.nv12, size), new: try Self.face(.i420, size))
    let meshes = scene.patches.count { if case .grid = $0.mesh { true } else { false } }
    #expect(
      try Self.cost(scene)
        <= Limit.scene + scene.patches.count * Limit.patch + meshes * Limit.mesh)
  }
}
