import CAllocations
import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewPatterns
import Testing

/// What a scene costs, once all is warm. What the graphics driver takes for itself is not counted.
@Suite(
  "Memory and copies that a scene asks for", .requiresGPU,
  .enabled(
    if: CAllocationsAreExact(),
    "unoptimized code asks for memory of its own: `make test`"))
struct AllocationTests {
  /// What a scene may cost.
  private enum Limit {
    /// More for a bent surface: its corners on the target, in triangles, and as numbers for the GPU.
    static let mesh = 8
  }

  private static let size = PixelSize(width: 32, height: 24)

  private static func scene(_ sequence: UInt64, _ format: PixelFormat) throws -> Scene {
    var pattern = PatternFrame(format, size: PixelSize(width: 18, height: 12))
    pattern.sequence = sequence
    return SceneComposer.scene(
      viewport: size, gravity: .aspectFit, face: Face(frame: try pattern.make()))
  }

  /// Each scene with a new picture of both cameras.
  private static func transition(_ transition: Transition) throws -> [Scene] {
    try (0..<24).map { step in
      SceneComposer.scene(
        viewport: size, gravity: .aspectFill, transition: transition,
        progress: 0.2 + Double(step) / 50,
        old: Face(frame: try scene(UInt64(step), .nv12).patches[0].frame),
        new: Face(frame: try scene(UInt64(step), .i420).patches[0].frame))
    }
  }

  /// Draws scenes, and counts from the fifth on.
  private static func cost(of scenes: [Scene]) throws -> (allocations: Int, uploads: Int)? {
    let gpu = try HeadlessGLES(size: size)
    return try gpu.withTarget { renderer throws(PreviewError) in
      try draw(scenes, 0..<4, with: renderer)
      let (before, uploads) = (CAllocationsOfThreadBySwift(), renderer.counts.uploads)
      try draw(scenes, 4..<scenes.count, with: renderer)
      return (CAllocationsOfThreadBySwift() - before, renderer.counts.uploads - uploads)
    }
  }

  /// By number: an unoptimized loop over an array asks for memory of its own.
  private static func draw(
    _ scenes: [Scene], _ numbers: Range<Int>, with renderer: GLESRenderer
  ) throws(PreviewError) {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      try renderer.draw(scenes[number])
      number += 1
    }
  }

  @Test(arguments: PixelFormat.uncompressed)
  func `A new picture costs little memory and one upload`(format: PixelFormat) throws {
    let scenes = try (0..<24).map { try Self.scene($0, format) }
    let cost = try #require(try Self.cost(of: scenes))
    #expect(cost.allocations == 0)
    #expect(cost.uploads == 20)
  }

  @Test func `The same picture again costs no upload`() throws {
    let scene = try Self.scene(0, .nv12)
    let cost = try #require(try Self.cost(of: Array(repeating: scene, count: 24)))
    #expect(cost.allocations == 0 && cost.uploads == 0)
  }

  @Test func `A flip between two cameras costs an upload for each`() throws {
    let cost = try #require(try Self.cost(of: Self.transition(.crossDissolve)))
    #expect(cost.allocations == 0)
    #expect(cost.uploads == 40)
  }

  @Test func `A page that curls costs little more, however many corners it has`() throws {
    let scenes = try Self.transition(.curlUp)
    let meshes = scenes.dropFirst(4).flatMap(\.patches).count {
      if case .grid = $0.mesh { true } else { false }
    }
    let cost = try #require(try Self.cost(of: scenes))
    #expect(meshes > 0 && cost.allocations <= meshes * Limit.mesh)
    #expect(cost.uploads == 40)
  }
}
