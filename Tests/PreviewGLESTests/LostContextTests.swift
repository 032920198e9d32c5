import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewPatterns
import Testing

@Suite(.requiresGPU, .timeLimit(.minutes(5)))
struct LostContextTests {
  private static let size = PixelSize(width: 64, height: 48)

  @Test(arguments: [Transition.none, .curlUp])
  func `A context that is lost is made again, and everything uploaded again`(
    transition: Transition
  ) throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let faces = try (0...1).map { seed in
      var pattern = PatternFrame(.nv12, size: PixelSize(width: 32, height: 24))
      pattern.seed = seed
      return Face(frame: try pattern.make())
    }
    let scene = SceneComposer.scene(
      viewport: Self.size, gravity: .aspectFill, transition: transition, progress: 0.5,
      old: faces[0], new: faces[1])
    let before = try gpu.draw(scene)
    let uploads = gpu.counts.uploads
    for _ in 0..<3 {
      gpu.loseContext()
      #expect(try gpu.draw(scene) == before)
      #expect(gpu.counts.uploads == uploads)
      #expect(try gpu.draw(scene) == before)
      #expect(gpu.counts.uploads == uploads)
    }
    gpu.loseContext()
  }

  @Test func `Another context of the thread keeps its objects when one is lost`() throws {
    let frame = try PatternFrame(.rgb24, size: Self.size).make()
    let scene = SceneComposer.scene(
      viewport: Self.size, gravity: .aspectFill, face: Face(frame: frame))
    let mine = try HeadlessGLES(size: Self.size)
    let wanted = try mine.draw(scene)
    try mine.withTarget { renderer throws(PreviewError) in
      var other: HeadlessGLES? = try HeadlessGLES(size: Self.size)
      _ = try other?.draw(scene)
      other?.loseContext()
      _ = try other?.draw(scene)
      other?.loseContext()
      other = nil
      try renderer.draw(scene)
    }
    #expect(try mine.draw(scene) == wanted)
    #expect(mine.counts.uploads == 1)
  }
}
