import CAllocations
import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewPatterns
import Testing

/// What a scene costs, once all is warm. What the graphics driver takes for itself is not counted.
@Suite(
  "Memory and copies that a scene asks for", .requiresGPU, .enabled(if: CAllocationsAreCounted()))
struct AllocationTests {
  /// What one patch of a scene may cost in a build that is not optimized.
  private enum Limit {
    static let allocations = 48
    static let uploads = 1
  }

  private static let size = PixelSize(width: 32, height: 24)

  private static func scene(_ sequence: UInt64, _ format: PixelFormat) throws -> Scene {
    var pattern = PatternFrame(format, size: PixelSize(width: 18, height: 12))
    pattern.sequence = sequence
    return SceneComposer.scene(
      viewport: size, gravity: .aspectFit, face: Face(frame: try pattern.make()))
  }

  /// Draws scenes, and counts from the fifth on.
  private static func cost(of scenes: [Scene]) throws -> (allocations: Int, uploads: Int)? {
    let gpu = try HeadlessGLES(size: size)
    return try gpu.withTarget { renderer throws(PreviewError) in
      for scene in scenes.prefix(4) { try renderer.draw(scene) }
      let (before, uploads) = (CAllocationsOfThreadBySwift(), renderer.counts.uploads)
      for scene in scenes.dropFirst(4) { try renderer.draw(scene) }
      return (CAllocationsOfThreadBySwift() - before, renderer.counts.uploads - uploads)
    }
  }

  @Test(arguments: PixelFormat.uncompressed)
  func `A new picture costs little memory and one upload`(format: PixelFormat) throws {
    let scenes = try (0..<24).map { try Self.scene($0, format) }
    let cost = try #require(try Self.cost(of: scenes))
    #expect(cost.allocations <= 20 * Limit.allocations)
    #expect(cost.uploads <= 20 * Limit.uploads)
  }

  @Test func `The same picture again costs no upload`() throws {
    let scene = try Self.scene(0, .nv12)
    let cost = try #require(try Self.cost(of: Array(repeating: scene, count: 24)))
    #expect(cost.allocations <= 20 * Limit.allocations && cost.uploads == 0)
  }

  @Test func `A flip between two cameras costs an upload for each`() throws {
    let scenes = try (0..<24).map { step in
      SceneComposer.scene(
        viewport: Self.size, gravity: .aspectFill, transition: .crossDissolve,
        progress: 0.2 + Double(step) / 50,
        old: Face(frame: try Self.scene(UInt64(step), .nv12).patches[0].frame),
        new: Face(frame: try Self.scene(UInt64(step), .i420).patches[0].frame))
    }
    let cost = try #require(try Self.cost(of: scenes))
    #expect(cost.allocations <= 40 * Limit.allocations)
    #expect(cost.uploads <= 40 * Limit.uploads)
  }
}
